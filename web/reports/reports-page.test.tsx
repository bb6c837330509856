import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { booksContract, type BooksCheck } from '#shared/reports/books-contract.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { booksMessages } from '#shared/reports/books-messages.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import { uiMessages, periodMessages } from '#shared/lib/messages.ts'
import { quickRangeOf, rangeOf } from '#shared/reports/periods.ts'
import { notesOf, reports } from '#shared/reports/reports.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { answer, answerBy, asked, drawScreen, refuse } from '#web/test/screen.tsx'
import ReportsPage from './reports-page.tsx'

withMorning()

const days = {
  rows: [
    ['2026-11-02', 3, 4500, 500, 0, 1500, 0, 2500],
    ['2026-11-05', 1, 1234.56, 0, 0, 0, 0, 1234.56],
  ],
  totals: [null, 4, 5734.56, 500, 0, 1500, 0, 3734.56],
  count: 2,
}
const check: BooksCheck = {
  id: '01900000-0000-7000-8000-0000000000aa',
  checked_at: '2026-11-21T09:00:00+08:00',
  checked_by: null,
  counts: { documents: 1240, days: 31, series: 1, shifts: 12, readings: 12 },
  finding_count: 0,
  findings: [],
}

const draw = (search = '') => {
  answer(reportsContract.people, { data: { practitioner: [], cashier: [] } })
  return drawScreen(<ReportsPage />, { at: `/reports${search}` })
}
const textsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('a report shows its rows, with the column totals in the last row, and a chart of its days', async () => {
  answer(reportsContract.read, { data: days })
  draw('?report=sales-by-day&from=2026-11-01&to=2026-11-07')
  const table = await screen.findByRole('table', { name: 'Sales by day' })
  await within(table).findByText('Nov 2, 2026')
  const rows = within(table).getAllByRole('row')
  // In the card layout each cell is preceded by its column's name, and columns of zeros are hidden.
  expect(textsOf(rows[1]!)).toEqual([
    'Nov 2, 2026',
    'Sales3',
    'Gross₱4,500.00',
    'Discounts₱500.00',
    '₱0.00',
    'Voids₱1,500.00',
    '₱0.00',
    'Net₱2,500.00',
  ])
  expect(rows.at(-1)!.textContent).toContain('Total')
  expect(rows.at(-1)!.textContent).toContain('₱3,734.56')
  const bars = within(screen.getByRole('list', { name: 'Sales by day' })).getAllByRole('button')
  expect(bars.map((bar) => bar.getAttribute('aria-label'))).toEqual([
    'Nov 1, 2026: ₱0',
    'Nov 2, 2026: ₱2,500',
    'Nov 3, 2026: ₱0',
    'Nov 4, 2026: ₱0',
    'Nov 5, 2026: ₱1,234.56',
    'Nov 6, 2026: ₱0',
    'Nov 7, 2026: ₱0',
  ])
})

test('the report “Everything by cashier” has a line for each figure, a column for each cashier, and a column with the totals', async () => {
  const of = (name: string | null, sales: number, deleted: number, net: number) => [
    name,
    sales,
    net,
    ...Array<number>(11).fill(0),
    deleted,
    0,
    0,
    net,
  ]
  const rows = [of('Andrea Lim', 3, 2, 4500), of('Joy Manalo', 1, 0, 1234.5)]
  answer(reportsContract.read, { data: { rows, totals: of(null, 4, 2, 5734.5), count: 2 } })
  draw('?report=sales-by-cashier&from=2026-11-01&to=2026-11-07')
  const table = within(await screen.findByRole('table', { name: 'Everything by cashier' }))
  await table.findByText('Deleted lines')
  const headers = table.getAllByRole('columnheader').map((header) => header.textContent)
  expect(headers).toEqual(['Figure', 'Andrea Lim', 'Joy Manalo', 'Total'])
  const valuesOf = (name: string) =>
    textsOf(table.getByText(name).closest('tr')!).map((text) => text.match(/[\d₱.,]*$/)![0])
  expect(valuesOf('Sales')).toEqual(['', '3', '1', '4'])
  expect(valuesOf('Deleted lines')).toEqual(['', '2', '0', '2'])
  expect(valuesOf('Net')).toEqual(['', '₱4,500.00', '₱1,234.50', '₱5,734.50'])
})

test('the axis of a report’s chart shows amounts in pesos', async () => {
  answer(reportsContract.read, { data: days })
  draw('?from=2026-11-01&to=2026-11-07')
  expect(await screen.findByText('₱2.5K')).toBeTruthy()
})

test('the chart of a report over a longer period has a bar for each month', async () => {
  answer(reportsContract.read, { data: days })
  draw('?from=2026-09-15&to=2026-11-21')
  const bars = within(await screen.findByRole('list', { name: 'Sales by day, month by month' })).getAllByRole('button')
  expect(bars.map((bar) => bar.getAttribute('aria-label'))).toEqual([
    'September 2026: ₱0',
    'October 2026: ₱0',
    'November 2026: ₱3,734.56',
  ])
})

test('choosing another report or period changes the URL and requests its data', async () => {
  const asks: string[] = []
  answerBy(reportsContract.read, (url) => {
    asks.push(url.pathname + url.search)
    return { data: { rows: [], totals: [null, 0, 0, 0, 0], count: 0 } }
  })
  const { person, router } = draw('?from=2026-11-01&to=2026-11-07')
  await person.click(await screen.findByRole('link', { name: 'Sales by payment method' }))
  expect(await screen.findByText(s.none)).toBeTruthy()
  expect(router.state.location.search).toBe('?report=sales-by-method&from=2026-11-01&to=2026-11-07')
  const from = screen.getByLabelText('From')
  await person.clear(from)
  await person.type(from, '2026-11-03')
  await person.click(screen.getByRole('button', { name: s.apply }))
  await waitFor(() => expect(asks.at(-1)).toBe('/api/reports/sales-by-method?from=2026-11-03&to=2026-11-07'))
})

test('today, last month or this year can be chosen for a report with one press, and the chosen period is marked', async () => {
  const asks: string[] = []
  answerBy(reportsContract.read, (url) => {
    asks.push(url.search)
    return { data: days }
  })
  const { person } = draw('?from=2026-11-01&to=2026-11-07')
  await screen.findByText('Nov 2, 2026')
  for (const quick of ['last-month', 'this-year', 'today'] as const) {
    const { from, to } = rangeOf(quick, TODAY)
    await person.click(screen.getByRole('radio', { name: s.quick[quick] }))
    await waitFor(() => expect(asks.at(-1)).toBe(`?from=${from}&to=${to}`))
    const shown = quickRangeOf({ from, to }, TODAY)!
    expect(screen.getByRole('radio', { name: s.quick[shown] }).getAttribute('aria-checked')).toBe('true')
  }
  expect(rangeOf('this-year', '2026-11-21')).toEqual({ from: '2026-01-01', to: '2026-11-21' })
})

test('on the reports page two dates that form no period show an error and request nothing', async () => {
  answer(reportsContract.read, { data: days })
  const { person } = draw('?from=2026-11-01&to=2026-11-07')
  await screen.findByText('Nov 2, 2026')
  const before = asked.length
  const from = screen.getByLabelText('From')
  const apply = () => person.click(screen.getByRole('button', { name: s.apply }))
  for (const [date, sentence] of [
    ['', s.periodRequired],
    ['2026-11-08', periodMessages.dateOrder],
    ['2025-01-01', s.periodTooLong],
  ] as const) {
    await person.clear(from)
    if (date !== '') await person.type(from, date)
    await apply()
    expect(screen.getByRole('alert').textContent).toBe(sentence)
  }
  expect(asked.length).toBe(before)
})

test('the reports page with an invalid URL shows the sales of this month', async () => {
  const asks: string[] = []
  answerBy(reportsContract.read, (url) => {
    asks.push(url.pathname + url.search)
    return { data: days }
  })
  draw('?report=nonsense&from=2026-99-99&to=2026-11-07')
  await screen.findByText('Nov 2, 2026')
  expect(asks[0]).toMatch(/^\/api\/reports\/sales-by-day\?from=\d{4}-\d\d-01&to=/)
})

test('a report that cannot be loaded shows an error with Try again', async () => {
  refuse(reportsContract.read, { status: 500, message: 'Something went wrong.' })
  const { person } = draw()
  expect(await screen.findByText(s.failed)).toBeTruthy()
  answer(reportsContract.read, { data: days })
  await person.click(screen.getByRole('button', { name: uiMessages.tryAgain }))
  expect(await screen.findByText('Nov 2, 2026')).toBeTruthy()
})

test('after a check of the books without differences, the reports page shows when and what was checked', async () => {
  answer(booksContract.lastCheck, { data: check })
  draw('?report=books')
  await screen.findByText(booksMessages.clean)
  expect(screen.getByRole('status').textContent).toBe('Everything adds upChecked Nov 21, 2026, 9:00 AM by Mutya')
  expect(screen.getByText('1,240')).toBeTruthy()
})

test('the reports page checks the books on request, and names each difference', async () => {
  answer(booksContract.lastCheck, { data: null })
  const { person } = draw('?report=books')
  expect(await screen.findByText(booksMessages.neverChecked)).toBeTruthy()
  const found = {
    ...check,
    checked_by: 'Olga Owner',
    finding_count: 3,
    findings: [booksMessages.linesOff('Receipt 000002'), booksMessages.dayOff('November 21, 2026')],
  }
  answer(booksContract.checkBooks, { data: found })
  answer(booksContract.lastCheck, { data: found })
  await person.click(screen.getByRole('button', { name: booksMessages.checkNow }))
  await screen.findByText(booksMessages.found(3))
  expect(screen.getByRole('status').textContent).toBe(
    '3 differences were foundChecked Nov 21, 2026, 9:00 AM by Olga Owner',
  )
  expect(screen.getByText('Receipt 000002: its lines do not add up to its totals.')).toBeTruthy()
  expect(screen.getByText('and 1 more difference')).toBeTruthy()
})

test('when a check of the books fails, an error is shown, and the last result stays visible', async () => {
  answer(booksContract.lastCheck, { data: check })
  refuse(booksContract.checkBooks, { status: 503, message: 'The clinic is busy.' })
  const { person } = draw('?report=books')
  await screen.findByText(booksMessages.clean)
  await person.click(screen.getByRole('button', { name: booksMessages.checkNow }))
  expect(await screen.findByText(booksMessages.checkFailed)).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain(booksMessages.clean)
})

test('after midnight in Manila the period “Today” of the reports means the new day', async () => {
  const asks: string[] = []
  answerBy(reportsContract.read, (url) => {
    asks.push(url.search)
    return { data: days }
  })
  const { person } = draw(`?from=${TODAY}&to=${TODAY}`)
  const quick = await screen.findByRole('radio', { name: s.quick.today })
  expect(quick.getAttribute('aria-checked')).toBe('true')
  vi.setSystemTime(new Date('2026-11-22T00:00:30+08:00'))
  await waitFor(() => expect(quick.getAttribute('aria-checked')).toBe('false'))
  await person.click(quick)
  await waitFor(() => expect(asks.at(-1)).toBe('?from=2026-11-22&to=2026-11-22'))
})

test('a long report shows only its first rows, the totals of all rows, and a message that rows are missing', async () => {
  const { length } = reports['sales-journal'].columns
  const row = ['2026-11-02', '09:41:07', ...Array.from({ length: length - 3 }, () => ''), 1500]
  answer(reportsContract.read, { data: { rows: [row], totals: [...row.map(() => null).slice(1), 45000], count: 30 } })
  draw('?report=sales-journal&from=2026-11-01&to=2026-11-07')
  expect(await screen.findByText(s.firstRows(1, 30))).toBeTruthy()
  const table = screen.getByRole('table', { name: 'Sales journal' })
  expect(within(table).getAllByRole('row').at(-1)!.textContent).toContain('₱45,000.00')
})

test('a report whose figures need an explanation has a sentence about them', async () => {
  answer(reportsContract.read, { data: { rows: [], totals: [], count: 0 } })
  draw('?report=daily-summary')
  expect(await screen.findByText(notesOf('daily-summary')[0]!)).toBeTruthy()
})

test('the report of percentage tax says that it uses the present tax classes of services only if the period has sales that were stored without a tax class', async () => {
  const data = {
    rows: [['2026-11-01', 6851, 4350.5, 2500.5, 75.02]],
    totals: [null, 6851, 4350.5, 2500.5, 75.02],
    count: 1,
  }
  answer(reportsContract.read, { data: { ...data, notes: ['present-tax-class'] } })
  draw('?report=percentage-tax&from=2026-11-01&to=2026-11-30')
  expect(await screen.findByText(s.rowNotes['present-tax-class'])).toBeTruthy()
  cleanup()
  answer(reportsContract.read, { data })
  draw('?report=percentage-tax&from=2026-10-01&to=2026-10-31')
  expect((await screen.findAllByText('₱75.02')).length).toBeGreaterThan(0)
  expect(screen.queryByText(s.rowNotes['present-tax-class'])).toBeNull()
})
