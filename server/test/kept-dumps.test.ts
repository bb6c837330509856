import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { knownMigrations, migrate } from '#server/db/migrate.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { checkRecords } from '#server/jobs/check-records.ts'
import { recountBooks } from '#server/reports/check-books.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { DEMO_PASSWORD } from '#server/users/password-error.ts'
import { authContract } from '#shared/auth/contract.ts'
import { chartsContract } from '#shared/charts/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { treatmentNotesContract } from '#shared/treatment-notes/contract.ts'
import { createTestDatabase } from './database.ts'
import { describeSchema } from './describe-schema.ts'
import { readKeptDumps, restoreDump } from './kept-dumps.ts'
import { startTestServer, type TestServer } from './server.ts'

type Row = Record<string, unknown>
type Tables = Map<string, Row[]>

const ofMigrations = ['kysely_migration', 'kysely_migration_lock', 'migration_checksums']

/** Reads every row of every table. */
async function readTables(url: string): Promise<Tables> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set timezone = 'UTC'`)
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname <> all($1) order by 1`,
      [ofMigrations],
    )
    const all: Tables = new Map()
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from "${name}" t`)
      all.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return all
  } finally {
    await client.end()
  }
}

/** The rows of `before` that are not among `after`, compared by the columns that both have. */
function findLostRows(before: readonly Row[], after: readonly Row[]): string[] {
  const [older = {}, newer = {}] = [before[0], after[0]]
  const columns = Object.keys(older).filter((column) => column in newer)
  const textOf = (row: Row) => JSON.stringify(columns.map((column) => row[column]))
  const left = new Map<string, number>()
  for (const text of after.map(textOf)) left.set(text, (left.get(text) ?? 0) + 1)
  return before.map(textOf).filter((text) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count <= 0
  })
}

/** The tables in which rows were lost, each with the first lost row. */
const lostRows = (before: Tables, after: Tables) =>
  [...before]
    .filter(([table]) => after.has(table))
    .map(([table, rows]) => ({ table, lost: findLostRows(rows, after.get(table)!) }))
    .filter(({ lost }) => lost.length > 0)
    .map(({ table, lost }) => `${table}: ${lost.length}, such as ${lost[0]}`)

/** The kinds of records that each dump must have. */
const EVERY_KIND = [
  'appointments',
  'client_alerts',
  'clients',
  'document_lines',
  'documents',
  'events',
  'payments',
  'shifts',
  'signed_forms',
  'treatment_notes',
  'treatment_plans',
  'z_readings',
]

describe.each(readKeptDumps())('the data of the version whose last migration is $migration stays usable', (dump) => {
  let server: TestServer
  let before: Tables
  let ran: string[]
  beforeAll(async () => {
    const database = await restoreDump(dump)
    before = await readTables(database.ownerUrl)
    ran = await migrate(database)
    server = await startTestServer({ existing: { database, uploadsDir: await mkdtemp(path.join(tmpdir(), 'mutya-')) } })
  })
  afterAll(() => server.close())

  it('the later migrations upgrade the data of an earlier version to the schema of a new clinic', async () => {
    const known = await knownMigrations()
    expect(ran).toEqual(known.slice(known.indexOf(dump.migration) + 1))
    const fresh = await createTestDatabase()
    onTestFinished(() => fresh.drop())
    expect(await describeSchema(server.database.ownerUrl)).toEqual(await describeSchema(fresh.ownerUrl))
  })

  it('the upgrade of an earlier version’s data keeps each row, of every kind', async () => {
    for (const kind of EVERY_KIND) expect(before.get(kind)?.length, kind).toBeGreaterThan(0)
    const after = await readTables(server.database.ownerUrl)
    expect(lostRows(before, after)).toEqual([])
    // The comparison must report a value that is changed here, and a row that is deleted.
    after.get('payments')![0]!.amount_centavos = 1
    after.get('clients')!.pop()
    expect(lostRows(before, after)).toEqual([
      expect.stringMatching(/^clients: 1/),
      expect.stringMatching(/^payments: 1/),
    ])
  })

  it('the upgraded data of an earlier version has balanced books and unchanged signed records', async () => {
    expect(await checkBooks(server.db)).toMatchObject(balanced)
    expect(
      (await inSnapshot(server.appDb, (tx) => recountBooks(tx, MAIN_BRANCH_ID, server.clock.now))).findings,
    ).toEqual([])
    const records = await inSnapshot(server.appDb, (tx) => checkRecords(tx, MAIN_BRANCH_ID))
    expect(records.findings).toEqual([])
    expect(records.notes).toBeGreaterThan(0)
    expect(records.forms).toBeGreaterThan(0)
  })

  it('people can log in to the upgraded data of an earlier version, and read a sale and a chart', async () => {
    const logIn = async (email: string) => {
      const { token } = await server.as(null)(authContract.login, { body: { email, password: DEMO_PASSWORD } })
      return server.as(token)
    }
    const asCashier = await logIn('cashier@mutya.test')
    const sales = await asCashier(salesContract.list, { querystring: {} })
    expect(sales.total).toBe(before.get('documents')!.length)
    const [sale] = sales.data
    const stored = before.get('documents')!.find(({ id }) => id === sale!.id)!
    expect(Math.round(sale!.total_after_discount * 100)).toBe(stored.total_centavos)
    const asAdmin = await logIn('admin@mutya.test')
    const note = before.get('treatment_notes')!.find(({ signed_at: at }) => at !== null)!
    const params = { clientId: String(note.client_id) }
    const chart = await asAdmin(chartsContract.chart, { params })
    expect(chart.data.client_id).toBe(params.clientId)
    const { data: notes } = await asAdmin(treatmentNotesContract.list, { params, querystring: {} })
    expect(notes.map(({ note_id: id }) => id)).toContain(note.id)
  })
})
