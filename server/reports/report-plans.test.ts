import { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedClinic } from '../../scripts/seed/seed-clinic.ts'
import { PooledDialect } from '#server/db/driver.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Pool, ReadTx } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import { mostSoldSince } from '#server/sales/views.ts'
import { createTestPool } from '#server/test/database.ts'
import { createUser } from '#server/test/factories.ts'
import { csvReader } from '#shared/lib/csv.ts'
import { addDays, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { MOST_ROWS_ON_SCREEN } from '#shared/reports/reports.ts'
import { salesReports as reports } from './sales-views.ts'

let till: Till
let pool: Pool
let db: Kysely<DB>
const said: { sql: string; parameters: readonly unknown[] }[] = []
beforeAll(async () => {
  till = await openTill()
  // Seeding only works on the sample clinic, which is recognized by this log-in.
  await createUser(till.server.db, 'admin', { email: 'admin@mutya.test' })
  await seedClinic(till.server.database.ownerUrl, { sales: 6_000 }, till.server.clock.now, () => undefined)
  pool = createTestPool({ connectionString: till.server.database.appUrl, max: 1 })
  db = new Kysely<DB>({ dialect: new PooledDialect(pool, pool.driver), log: ({ query }) => void said.push(query) })
}, 120_000)
afterAll(async () => {
  await db.destroy()
  await till.server.close()
})

/** PostgreSQL's plan (EXPLAIN) of the last statement of a read. */
async function planOf(read: (tx: ReadTx) => Promise<unknown>): Promise<string> {
  said.length = 0
  await inSnapshot(db, read)
  const statement = said.find((each) => each.sql.includes('documents'))!
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${statement.sql}`, [...statement.parameters])
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const from = (): CivilDate => addDays(manilaDate(till.server.clock.now), -14)
const books = () => ({
  branchId: MAIN_BRANCH_ID,
  from: from(),
  to: manilaDate(till.server.clock.now),
  now: till.server.clock.now,
})

test.each([
  ['services', (tx: ReadTx) => reports['sales-by-service'](tx, books())],
  ['treatments', (tx: ReadTx) => reports['sales-by-treatment'](tx, books())],
  ['practitioners', (tx: ReadTx) => reports['sales-by-practitioner'](tx, books())],
  ['payment methods', (tx: ReadTx) => reports['sales-by-method'](tx, books())],
  ['best-selling services', (tx: ReadTx) => mostSoldSince(tx, { branchId: MAIN_BRANCH_ID, from: from(), limit: 24 })],
])(
  'the report %s over two weeks, among two months of sales, reads only the lines and payments of its own documents',
  async (_, read) => {
    expect(await planOf(read)).not.toMatch(/Seq Scan on (document_lines|payments)/)
  },
)

test('a sales journal of six thousand sales shows the first rows, and its file has all of them with the same sum', async () => {
  const querystring = { from: addDays(books().to, -300), to: books().to }
  const params = { report: 'sales-journal' } as const
  const { token } = await createUser(till.server.db, 'admin')
  const { data } = await till.server.as(token)(reportsContract.read, { params, querystring })
  expect(data.count).toBeGreaterThanOrEqual(6_000)
  expect(data.rows).toHaveLength(MOST_ROWS_ON_SCREEN)
  const { body } = await till.server.app.inject({
    url: `/api/reports/sales-journal/export.csv?from=${querystring.from}&to=${querystring.to}`,
    headers: { authorization: `Bearer ${token}` },
  })
  const rows = csvReader().push(body)
  expect(rows).toHaveLength(data.count + 2)
  const totals = rows.slice(1, -1).map((row) => toCentavos(Number(row.at(-1))))
  const sum = totals.reduce((all, one) => all + one, 0)
  expect(rows.at(-1)!.at(-1)).toBe((sum / 100).toFixed(2))
  expect(toCentavos(Number(data.totals.at(-1)))).toBe(sum)
})
