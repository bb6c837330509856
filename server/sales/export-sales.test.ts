import { utils, read } from '@e965/xlsx'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { periodMessages } from '#shared/lib/messages.ts'
import { csvReader } from '#shared/lib/csv.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { historyLogsContract } from '#shared/history-logs/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { openTill, type Till } from './till-fixture.ts'

let till: Till
let admin: { token: string }

const at = (instant: string) => {
  till.server.clock.now = new Date(instant)
}

const BIDI = 'Noor \u202eraneR'
const names = [
  '=HYPERLINK("http://x","y")',
  '+1',
  '-1',
  '@SUM(A1)',
  '  =1+1',
  '\tTabbed',
  '\rReturned',
  'Two\r\nlines',
  'Ana "Annie" Cruz',
  'Ñina ₱eña',
  "'=quoted",
  BIDI,
]

/**
 * Changes a customer's name directly in the database, because imported books may contain names that the form refuses.
 */
async function rename(saleId: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: till.server.database.ownerUrl })
  await client.connect()
  await client.query("set session_replication_role = 'replica'").catch(() => undefined)
  await client.query('update document_customers set customer_name = $1 where document_id = $2', [name, saleId])
  await client.end()
}

beforeAll(async () => {
  till = await openTill()
  admin = await createUser(till.server.db, 'admin')
  const clinic = { name: 'Mutya', location_label: 'Quezon City', updated_at: till.server.clock.now }
  await till.server.db.updateTable('branches').set(clinic).execute()
  at('2026-11-19T16:30:00Z')
  for (const name of names) {
    const sale = await till.send(till.order([till.glow()], { user_id: null, customer_name: 'Bianca' }))
    await rename(sale.id, name)
  }
  at('2026-11-20T15:59:59Z')
  await till.send(till.order([till.peel({ addOns: [till.light(2)] }), till.carbon()]))
  at('2026-11-21T09:00:00+08:00')
  await till.send(till.order([till.glow({ quantity: 3 })], { is_discounted: 'yes', discount: 1500.51 }))
  await till.send(till.order([till.peel()], { user_id: till.otherClient.id }))
})
afterAll(() => till.server.close())

const download = (query = '', token = till.cashier.token) =>
  till.server.app.inject({
    url: `/api/transactions/export.csv${query}`,
    headers: { authorization: `Bearer ${token}` },
  })

/** Opens the file with a spreadsheet library and returns its sheet. */
function opened(text: string) {
  const sheet = read(text.replace('\ufeff', ''), { type: 'string' }).Sheets.Sheet1!
  const cells = Object.entries(sheet).filter(([key]) => !key.startsWith('!'))
  const rows = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, rawNumbers: true })
  return { rows, formulas: cells.filter(([, cell]) => (cell as { f?: string }).f !== undefined) }
}

const total = (rows: unknown[][]) => rows.slice(1, -1).reduce((sum, row) => sum + Math.round(Number(row[2]) * 100), 0)
const summaryOf = async (querystring = {}) =>
  (await till.server.as(till.cashier.token)(salesContract.list, { querystring })).summary
const logged = async () =>
  (await till.server.as(admin.token)(historyLogsContract.list, { querystring: { search: 'exported' } })).logs

describe('transactions.csv', () => {
  test('is a file for spreadsheets: BOM, CRLF, every cell quoted, never cached', async () => {
    const answer = await download()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="transactions.csv"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-total-rows': '15',
    })
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = answer.body.slice(1)
    const [head, first] = text.split('\r\n')
    expect(head).toBe('"Customer","Treatment","Amount","Date","Time","Location"')
    expect(first).toBe('"Jessa Bautista","Facials: Diamond peel","1500.00","2026-11-21","09:00:00","Quezon City"')
    expect(text.endsWith('"Total","15 transactions","44706.99","","",""\r\n')).toBe(true)
    expect(text.replace(/"(?:[^"]|"")*"/g, '').replace(/[,\r\n]/g, '')).toBe('')
  })

  test('contains every name and no formula, because a name that could be read as a formula gets an apostrophe', async () => {
    const { body } = await download()
    const { rows, formulas } = opened(body)
    expect(formulas).toEqual([])
    expect(rows).toHaveLength(17)
    const inSheet = rows.map((row) => row[0]!.replace(/[\r\n]+/g, ' '))
    for (const name of names) {
      const isPlain = /^[A-ZÑ]/.test(name)
      expect(inSheet).toContain((isPlain ? name : `'${name}`).replace(/[\r\n]+/g, ' '))
    }
    // A CSV parser reads the same file and gets the names unchanged.
    const customers = csvReader()
      .push(body.slice(1))
      .map((row) => row[0])
    expect(customers).toEqual(expect.arrayContaining(names))
  })

  test('has a total row that matches its rows, the sums on the page and the dashboard to the centavo', async () => {
    const { rows } = opened((await download()).body)
    const { total_revenue, transaction_count } = await summaryOf()
    const { data } = await till.server.as(admin.token)(dashboardContract.monthlySales, {})
    expect(total(rows) / 100).toBe(Number(rows.at(-1)![2]))
    expect([total(rows) / 100, rows.length - 2]).toEqual([total_revenue, transaction_count])
    expect(data.total_sales).toBe(total_revenue)
  })

  test.each([
    ['?search=carbon', { search: 'carbon' }, 1],
    ['?from=2026-11-21&to=2026-11-21', { from: '2026-11-21', to: '2026-11-21' }, 2],
    ['?from=2026-11-20&to=2026-11-20&search=facials', { from: '2026-11-20', to: '2026-11-20', search: 'facials' }, 13],
    ['?search=nobody', { search: 'nobody' }, 0],
  ])('contains all sales that match the filter %s, as the list does', async (query, querystring, count) => {
    const { rows } = opened((await download(query)).body)
    const { total_revenue } = await summaryOf(querystring)
    expect(rows).toHaveLength(count + 2)
    expect([total(rows) / 100, Number(rows.at(-1)![2])]).toEqual([total_revenue, total_revenue])
  })

  test('rejects a page number, a single date and dates in the wrong order', async () => {
    for (const query of ['?page=1', '?per_page=5', '?from=2026-11-20', '?from=2026-11-20&to=2026-11-19'])
      expect((await download(query)).statusCode, query).toBe(422)
    expect((await download('?from=2026-11-20')).json()).toMatchObject({ message: periodMessages.bothDates })
  })

  test('is available only to staff', async () => {
    expect((await download('', till.client.token)).statusCode).toBe(403)
    expect((await download('', admin.token)).statusCode).toBe(200)
  })

  test('is logged with its dates and number of transactions, without the search text', async () => {
    await download('?from=2026-11-20&to=2026-11-21&search=bianca')
    const [entry] = await logged()
    expect(entry).toMatchObject({
      user: 'Andrea Cruz',
      type: 'system',
      action: 'Exported 14 transactions: November 20, 2026 to November 21, 2026, with a search',
    })
    await download()
    expect((await logged())[0]!.action).toBe('Exported 15 transactions: All dates')
    const { rows } = await sql<{ text: string }>`select search_text as text from events
      where subject = 'export'`.execute(till.server.db)
    expect(rows.map((row) => row.text).join(' ')).not.toContain('bianca')
  })

  test('counts transactions as the page does, without voided sales, in its total row and in the log', async () => {
    at('2026-11-22T09:00:00+08:00')
    const sales = [await till.send(till.order([till.peel()])), await till.send(till.order([till.peel()]))]
    const as = till.server.as(admin.token)
    await as(salesContract.voidSale, { params: { id: sales[0]!.id }, body: { reason: 'Wrong client' } })
    const { rows } = opened((await download('?from=2026-11-22&to=2026-11-22')).body)
    const { transaction_count } = await summaryOf({ from: '2026-11-22', to: '2026-11-22' })
    expect([rows.length - 2, rows.at(-1)![1], transaction_count]).toEqual([3, '1 transaction', 1])
    expect((await logged())[0]!.action).toMatch(/^Exported 1 transaction: /)
  })
})
