import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { salesContract } from '#shared/sales/contract.ts'
import { transactionsMessages as s } from '#shared/sales/messages.ts'
import { onUnauthenticated } from '#web/lib/api.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { listOf, sale, sampleId } from '#web/test/samples.ts'
import { answer, answerBy, asked, drawScreen, refuse, stayQuiet } from '#web/test/screen.tsx'
import TransactionsPage from './transactions-page.tsx'

withMorning()

const summary = { total_revenue: 0, transaction_count: 0, average: 0, active_customers: 0, methods: [] }

test('after midnight in Manila the filter “Today” of the transactions means the new day', async () => {
  const asks: URLSearchParams[] = []
  answerBy(salesContract.list, (url) => {
    asks.push(url.searchParams)
    return { ...listOf(), summary }
  })
  const { person } = drawScreen(<TransactionsPage />, { at: `/cashier/transactions?from=${TODAY}&to=${TODAY}` })
  const quick = await screen.findByRole('radio', { name: 'Today' })
  expect(quick.getAttribute('aria-checked')).toBe('true')
  vi.setSystemTime(new Date('2026-11-22T00:00:30+08:00'))
  await waitFor(() => expect(quick.getAttribute('aria-checked')).toBe('false'))
  await person.click(quick)
  await waitFor(() => expect(asks.at(-1)?.get('from')).toBe('2026-11-22'))
})

test('a sales slip of today can be voided until its invoice is issued; from then on it opens the invoice', async () => {
  const slip = {
    ...sale,
    mode: 'small_sale' as const,
    document_name: 'Sales slip 000001 (Front desk)',
    business_date: TODAY,
  }
  const cover = { id: sampleId(70), document_name: 'Non-VAT invoice 000009 (Front desk)' }
  const covered = { ...slip, id: sampleId(71), document_name: 'Sales slip 000002 (Front desk)', cover }
  answerBy(salesContract.list, () => ({ ...listOf(slip, covered), summary }))
  drawScreen(<TransactionsPage />, { at: '/settings/Transactions', role: 'admin' })
  expect(await screen.findByRole('button', { name: s.voidThis(slip.document_name) })).toBeTruthy()
  expect(screen.queryByRole('button', { name: s.voidThis(covered.document_name) })).toBeNull()
  expect(screen.getByRole('button', { name: s.coveredBy(cover.document_name) })).toBeTruthy()
})

const exportsAsked = () => asked.filter((call) => call.includes('export'))

test('exporting an empty list creates no file and shows a message', async () => {
  answerBy(salesContract.list, () => ({ ...listOf(), summary }))
  const { person } = drawScreen(<TransactionsPage />, {
    at: '/cashier/transactions?search=nobody-at-all',
    role: 'cashier',
  })
  await screen.findByText(s.noneTitle)
  for (const [earlier, name] of ['EXPORT CSV', 'EXPORT EXCEL', 'EXPORT PDF'].entries()) {
    await person.click(screen.getByRole('button', { name }))
    // The message is shown in the empty list and in a toast for each export.
    await waitFor(() => expect(screen.getAllByText(s.noneTitle)).toHaveLength(earlier + 2))
  }
  expect(exportsAsked()).toEqual([])
})

/** Opens the list with one sale. Returns the names of the files that are saved. */
async function openSale() {
  answerBy(salesContract.list, () => ({ ...listOf(sale), summary }))
  const files: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download)
  })
  const { person } = drawScreen(<TransactionsPage />, { at: '/cashier/transactions?search=Bianca', role: 'cashier' })
  await screen.findByRole('article')
  return { person, files }
}

test('a long export shows its progress and can be cancelled; an interrupted one saves no file', async () => {
  const { person, files } = await openSale()
  stayQuiet(salesContract.exportCsv)
  await person.click(screen.getByRole('button', { name: 'EXPORT CSV' }))
  const dialog = await screen.findByRole('dialog', { name: 'Making transactions.csv' })
  expect(within(dialog).getByRole('progressbar')).toBeTruthy()
  expect(within(dialog).getByText('Preparing...')).toBeTruthy()
  const cancel = within(dialog).getByRole('button', { name: 'Cancel' })
  await waitFor(() => expect(document.activeElement).toBe(cancel))
  await person.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'EXPORT CSV' })))

  refuse(salesContract.exportCsv, { status: 503, message: 'The system is busy right now.' })
  await person.click(screen.getByRole('button', { name: 'EXPORT CSV' }))
  expect(await screen.findByText('The CSV could not be made.')).toBeTruthy()
  expect(screen.getByText('The system is busy right now.')).toBeTruthy()
  const { fetch } = globalThis
  const short = '\ufeff"Customer","Treatment","Amount","Date","Time","Location"\r\n'
  vi.stubGlobal('fetch', (request: Request) =>
    request.url.includes('export')
      ? Promise.resolve(new Response(short, { headers: { 'x-total-rows': '1' } }))
      : fetch(request),
  )
  await person.click(screen.getByRole('button', { name: 'EXPORT CSV' }))
  expect(await screen.findByText('Unexpected response format.')).toBeTruthy()
  expect(screen.getAllByText('The CSV could not be made.')).toHaveLength(2)
  expect(files).toEqual([])
})

test('an export after the session has ended ends the session of the page, without a message of its own', async () => {
  const { person, files } = await openSale()
  refuse(salesContract.exportCsv, { status: 401, message: 'Authentication required. Please log in.' })
  const onEnd = vi.fn()
  const stop = onUnauthenticated(onEnd)
  await person.click(screen.getByRole('button', { name: 'EXPORT CSV' }))
  await waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
  stop()
  const other = screen.getByRole('button', { name: 'EXPORT EXCEL' })
  await waitFor(() => expect(other.getAttribute('aria-disabled')).not.toBe('true'))
  expect(screen.queryByText('The CSV could not be made.')).toBeNull()
  expect(files).toEqual([])
})

/** Answers the list of sales: there is one sale, of today. Returns the queries of the requests, oldest first. */
function listSaleOfToday() {
  const asks: URLSearchParams[] = []
  const cash = { payment_method: 'cash' as const, total: 1500, transaction_count: 1 }
  answerBy(salesContract.list, ({ searchParams }) => {
    asks.push(searchParams)
    const [from, to] = [searchParams.get('from') ?? TODAY, searchParams.get('to') ?? TODAY]
    if (TODAY < from || TODAY > to) return { ...listOf(), summary }
    return { ...listOf({ ...sale, business_date: TODAY }), summary: { ...summary, methods: [cash] } }
  })
  return asks
}

const period = (name: string) => within(screen.getByRole('radiogroup', { name: 'Period' })).getByRole('radio', { name })
const isChosen = (name: string) => period(name).getAttribute('aria-checked') === 'true'
const empty = () => screen.queryByText('No transactions found')
const methods = () => screen.queryByRole('list', { name: 'Payment methods' })

test('the quick filters of sales put their dates into the URL, an empty list of sales says so, and a link leads to the till', async () => {
  const asks = listSaleOfToday()
  const { person, router } = drawScreen(<TransactionsPage />, {
    at: '/cashier/transactions?search=Bea',
    role: 'cashier',
  })
  expect(await screen.findByRole('article')).toBeTruthy()
  const quick = within(screen.getByRole('radiogroup', { name: 'Period' })).getAllByRole('radio')
  expect(quick.map(({ textContent }) => textContent)).toEqual(['All', 'Today', 'Yesterday', 'This Week', 'Last Month'])
  const choosePeriod = async (name: string, from: string | null, to: string | null, isEmpty: boolean) => {
    await person.click(period(name))
    await waitFor(() => expect(isChosen(name)).toBe(true))
    // The list without dates is not requested again, because it was loaded when the page opened.
    const dates = asks.map((query) => [query.get('from'), query.get('to')])
    expect(dates).toContainEqual([from, to])
    const url = new URLSearchParams(router.state.location.search)
    expect([url.get('from'), url.get('to'), url.get('search')]).toEqual([from, to, 'Bea'])
    await waitFor(() => expect(empty() !== null).toBe(isEmpty))
    expect(screen.queryAllByRole('article')).toHaveLength(isEmpty ? 0 : 1)
  }
  await choosePeriod('Last Month', '2026-10-01', '2026-10-31', true)
  expect(screen.getByText('Try adjusting your search criteria or date range')).toBeTruthy()
  await choosePeriod('This Week', '2026-11-16', '2026-11-22', false)
  await choosePeriod('Yesterday', '2026-11-20', '2026-11-20', true)
  await choosePeriod('All', null, null, false)
  await choosePeriod('Today', TODAY, TODAY, false)
  const back = screen.getByRole('link', { name: 'Go back to cashier' })
  expect(back.getAttribute('href')).toBe('/cashier')
  const at = `/cashier/transactions${router.state.location.search}`
  cleanup()
  drawScreen(<TransactionsPage />, { at, role: 'cashier' })
  expect(await screen.findByRole('article')).toBeTruthy()
  expect(isChosen('Today')).toBe(true)
})

test('a cashier’s list of transactions starts with today’s sales; only the admin sees the all-time totals', async () => {
  const asks = listSaleOfToday()
  const { person, router } = drawScreen(<TransactionsPage />, { at: '/cashier/transactions', role: 'cashier' })
  expect(await screen.findByRole('article')).toBeTruthy()
  expect(router.state.location.search).toBe(`?from=${TODAY}&to=${TODAY}`)
  expect([asks[0]!.get('from'), asks[0]!.get('to')]).toEqual([TODAY, TODAY])
  expect(isChosen('Today')).toBe(true)
  expect(methods()!.textContent).toContain('Cash')
  await person.click(period('Yesterday'))
  await waitFor(() => expect(empty()).not.toBeNull())
  await person.click(period('All'))
  expect((await screen.findByRole('article')).textContent).toContain(sale.customer_name)
  expect(screen.getByText(/Choose a period to see the totals/)).toBeTruthy()
  expect(methods()).toBeNull()
  const at = `/cashier/transactions${router.state.location.search}`
  cleanup()
  drawScreen(<TransactionsPage />, { at, role: 'cashier' })
  expect(await screen.findByRole('article')).toBeTruthy()
  expect(isChosen('All')).toBe(true)

  cleanup()
  drawScreen(<TransactionsPage />, { at: '/settings/Transactions', role: 'admin' })
  expect(await screen.findByRole('article')).toBeTruthy()
  expect(isChosen('All')).toBe(true)
  expect(methods()!.textContent).toContain('Cash')
})

test('when the list of transactions cannot be loaded, the page says so and can reload it', async () => {
  refuse(salesContract.list)
  const { person } = drawScreen(<TransactionsPage />, { at: '/cashier/transactions', role: 'cashier' })
  expect(await screen.findByText('The transactions could not be loaded.')).toBeTruthy()
  answer(salesContract.list, { ...listOf(sale), summary })
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('article')).toBeTruthy()
  expect(screen.getByText('Total Revenue')).toBeTruthy()
  expect(screen.queryByText('The transactions could not be loaded.')).toBeNull()
})
