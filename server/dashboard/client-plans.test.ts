import { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedClinic } from '../../scripts/seed/seed-clinic.ts'
import { contactPage } from '#server/clients/views.ts'
import { PooledDialect } from '#server/db/driver.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Pool, ReadTx } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import { createTestPool } from '#server/test/database.ts'
import { createUser } from '#server/test/factories.ts'
import { addMonths, manilaDate } from '#shared/lib/manila-time.ts'
import { countActiveClients } from './views.ts'

let till: Till
let pool: Pool
let db: Kysely<DB>
const said: { sql: string; parameters: readonly unknown[] }[] = []
beforeAll(async () => {
  till = await openTill()
  // Seeding only works on the sample clinic, which is recognized by this log-in.
  await createUser(till.server.db, 'admin', { email: 'admin@mutya.test' })
  const counts = { clients: 20_000, sales: 1_000 }
  await seedClinic(till.server.database.ownerUrl, counts, till.server.clock.now, () => undefined)
  pool = createTestPool({ connectionString: till.server.database.appUrl, max: 1 })
  db = new Kysely<DB>({ dialect: new PooledDialect(pool, pool.driver), log: ({ query }) => void said.push(query) })
})
afterAll(async () => {
  await db.destroy()
  await till.server.close()
})

/**
 * Returns PostgreSQL's plans (EXPLAIN) of all statements of a read: the plan for the given values, and the generic
 * plan, which PostgreSQL may choose after a connection has run the statement five times.
 */
async function plansOf(read: (tx: ReadTx) => Promise<unknown>): Promise<string> {
  said.length = 0
  await inSnapshot(db, read)
  const explain = (command: string, values?: unknown[]) => pool.query<{ 'QUERY PLAN': string }>(command, values)
  const plans = said.flatMap(({ sql, parameters }) => [
    explain(`explain ${sql}`, [...parameters]),
    explain(`explain (generic_plan) ${sql}`),
  ])
  return (await Promise.all(plans)).flatMap(({ rows }) => rows.map((row) => row['QUERY PLAN'])).join('\n')
}

const here = () => ({ branchId: MAIN_BRANCH_ID, now: till.server.clock.now })
const wholeTable = (tables: string) => new RegExp(`Seq Scan on (${tables})\\b`)

test.each(['mendo', 'bianca santos', 'zzqq'])(
  'a search for “%s” among 20,000 clients finds people by the index of words, and reads only the client records on the page',
  async (search) => {
    const plans = await plansOf((tx) => contactPage(tx, { search, page: 1, per_page: 10 }, here()))
    expect(plans).toContain('people__search')
    expect(plans).not.toMatch(wholeTable('people|clients'))
  },
)

test('a search for clients by two letters, for which no index helps, scans the table of people but not the table of clients', async () => {
  const plans = await plansOf((tx) => contactPage(tx, { search: 'ma', page: 1, per_page: 10 }, here()))
  expect(plans).not.toContain('people__search')
  expect(plans.match(wholeTable('people'))).toHaveLength(2)
  expect(plans).not.toMatch(wholeTable('clients'))
})

test('the list of clients without a search text reads the index of names only as far as the page', async () => {
  const plans = await plansOf((tx) => contactPage(tx, { search: '', page: 1, per_page: 10 }, here()))
  expect(plans).toContain('people__by_name')
  expect(plans).not.toMatch(wholeTable('people|clients'))
})

test('the number of active clients is counted in the index of last visits, without reading sales, visits or all clients', async () => {
  const plans = await plansOf((tx) => countActiveClients(tx, addMonths(manilaDate(till.server.clock.now), -12)))
  expect(plans).toContain('clients__last_visit')
  expect(plans).not.toMatch(wholeTable('people|clients|documents|appointments'))
  expect(plans).not.toMatch(/documents|appointments/)
})
