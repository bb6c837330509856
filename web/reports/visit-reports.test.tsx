import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reportsContract } from '#shared/reports/contract.ts'
import { reportMessages } from '#shared/reports/messages.ts'
import { comparedRanges } from '#shared/reports/periods.ts'
import { groupOf, notesOf, reportNames, REPORTS } from '#shared/reports/reports.ts'
import { visitReportMessages as s } from '#shared/reports/visit-messages.ts'
import { withMorning } from '#web/test/clock.ts'

import { answer, answerBy, choose, drawScreen } from '#web/test/screen.tsx'
import ReportsPage from './reports-page.tsx'

withMorning()

const reyes = { id: '01900000-0000-7000-8000-0000000000f1', name: 'Dra. Reyes' }
const draw = (report: string) => {
  answer(reportsContract.people, { data: { practitioner: [reyes], cashier: [] } })
  return drawScreen(<ReportsPage />, { at: `/reports?report=${report}&from=2026-11-01&to=2026-11-21` })
}
const textsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('the reports about visits form a group in the list of reports, and each of them explains its figures', async () => {
  answer(reportsContract.read, { data: { rows: [], totals: [], count: 0 } })
  draw('visits-by-day')
  const group = within(await screen.findByRole('region', { name: 'Visits' }))
  const visits = REPORTS.filter((report) => groupOf(report) === 'visits')
  expect(group.getAllByRole('link').map((link) => link.textContent)).toEqual(
    visits.map((report) => reportNames[report]),
  )
  expect(visits.filter((report) => notesOf(report).length === 0)).toEqual([])
  for (const note of notesOf('visits-by-day')) expect(screen.getByText(note)).toBeTruthy()
  expect(screen.getByText(s.subtitle)).toBeTruthy()
})

test('a report can be limited to a practitioner: in the URL, in links to other reports of practitioners and in the request', async () => {
  const persons: (string | null)[] = []
  answerBy(reportsContract.read, ({ searchParams }) => {
    persons.push(searchParams.get('person_id'))
    return { data: { rows: [], totals: [], count: 0 } }
  })
  const { person } = draw('visits-by-day')
  const select = await screen.findByRole('combobox', { name: reportMessages.people.practitioner })
  await choose(person, select, reyes.name)
  expect(await screen.findByText(reportMessages.onlyPerson('practitioner', reyes.name))).toBeTruthy()
  await waitFor(() => expect(persons).toEqual([null, reyes.id]))
  const linkOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(linkOf('Visits by source')).toContain(`person=${reyes.id}`)
  expect(linkOf('Visits by practitioner')).not.toContain('person=')
  expect(linkOf('Sales by day')).not.toContain('person=')
})

test('a report of compared periods has a line for each figure, a column for each period, and the change between them', async () => {
  const rows = [
    ['Nov 1, 2026 to Nov 21, 2026', 120, 90, 75, 6, 5, 24, 0, 12, 78, 450_000, 5_000, 1_500],
    ['Oct 1, 2026 to Oct 21, 2026', 100, 80, 80, 5, 5, 15, 0, 0, 80, 400_000, 5_000, 1_600],
    ['Nov 1, 2025 to Nov 21, 2025', 0, 0, null, 0, null, 0, 0, 0, 0, 0, null, 0],
  ]
  answer(reportsContract.read, { data: { rows, totals: rows[0]!.map(() => null), count: 3 } })
  draw('visits-compared')
  const table = within(await screen.findByRole('table', { name: 'Visits compared' }))
  await table.findByText('Visits')
  const lines = table.getAllByRole('row').map((row) => row.textContent)
  const lineOf = (name: string) => textsOf(table.getByText(name).closest('tr')!)
  expect(lines).toHaveLength(13)
  expect(lineOf('Visits').map((text) => text.replace(/^.*202\d(?=\d|₱)/, ''))).toEqual([
    'Visits',
    '120',
    '100+20%',
    '0',
  ])
  expect(lineOf('Kept, %')[2]).toContain('80%−5 points')
  expect(lineOf('Net sales')[2]).toContain('₱400,000.00+12.5%')
})

test('a report is compared with a previous period of the same length, or with the same dates of the previous year', () => {
  expect(comparedRanges({ from: '2026-11-01', to: '2026-11-21' }).slice(1)).toEqual([
    { from: '2026-10-01', to: '2026-10-21' },
    { from: '2025-11-01', to: '2025-11-21' },
  ])
  expect(comparedRanges({ from: '2026-02-01', to: '2026-02-28' }).slice(1)).toEqual([
    { from: '2026-01-01', to: '2026-01-31' },
    { from: '2025-02-01', to: '2025-02-28' },
  ])
  expect(comparedRanges({ from: '2026-11-09', to: '2026-11-15' })[1]).toEqual({ from: '2026-11-02', to: '2026-11-08' })
})

test('the weekly heat map has a cell for each hour with the booked percentage and hours, for people or rooms', async () => {
  const rows = [
    ['Monday', '09:00:00', 8, 6, 75, 4, 1, 25],
    ['Sunday', '10:00:00', 0, 0, null, 4, 4, 100],
  ]
  answer(reportsContract.read, { data: { rows, totals: [null, null, 8, 6, 75, 8, 5, 62.5], count: 2 } })
  const { person } = draw('use-by-hour')
  const people = await screen.findByRole('table', { name: 'Use by hour of the week: People' })
  const [, nine, ten] = within(people).getAllByRole('row')
  expect(within(nine!).getByRole('rowheader').textContent).toBe('9 AM')
  expect(textsOf(nine!)[0]).toBe('75 %, 6 of 8 hours')
  expect(textsOf(ten!)[6]).toBe('–Closed')
  await person.click(screen.getByRole('radio', { name: 'Rooms' }))
  const rooms = screen.getByRole('table', { name: 'Use by hour of the week: Rooms' })
  expect(textsOf(within(rooms).getAllByRole('row')[2]!)[6]).toBe('100 %, 4 of 4 hours')
  await person.click(screen.getByRole('button', { name: reportMessages.asTable }))
  expect(within(screen.getByRole('table', { name: 'Use by hour of the week' })).getByText('62.5%')).toBeTruthy()
})

test('the list of clients to call has links to each client and number', async () => {
  const row = ['Nena Cruz', '0917 123 4567', 'Diamond peel', '2026-10-12', '2026-11-09', 3]
  const clients = ['01900000-0000-7000-8000-000000000042']
  answer(reportsContract.read, { data: { rows: [row], totals: row.map(() => null), count: 1, clients } })
  draw('lapsed-clients')
  expect((await screen.findByRole('link', { name: '0917 123 4567' })).getAttribute('href')).toBe('tel:+639171234567')
  expect(screen.getByRole('link', { name: 'Nena Cruz' }).getAttribute('href')).toBe(`/clientPage/${clients[0]}`)
})

test('on a phone the choice of the report has a heading for each group', async () => {
  answer(reportsContract.read, { data: { rows: [], totals: [], count: 0 } })
  const { person } = draw('visits-by-day')
  await person.click(screen.getByRole('combobox', { name: reportMessages.report }))
  const group = within(await screen.findByRole('group', { name: 'Visits' }))
  const visits = REPORTS.filter((report) => groupOf(report) === 'visits')
  expect(group.getAllByRole('option').map((option) => option.textContent)).toEqual(
    visits.map((one) => reportNames[one]),
  )
})
