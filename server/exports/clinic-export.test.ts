import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startChartClinic, type ChartClinic } from '#server/charts/chart-fixture.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { addAlertRows } from '#server/test/alert-rows.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { clinicExportContract as contract } from '#shared/exports/contract.ts'
import { clinicExportMessages as s } from '#shared/exports/messages.ts'
import { csvReader } from '#shared/lib/csv.ts'
import { exportedTables, type TableName } from './exported-tables.ts'
import { exportOf, filesOf, rowsOf, zipOf } from './export-fixture.ts'
import { isExportRunning, lockExport } from './views.ts'

let clinic: ChartClinic

beforeAll(async () => {
  clinic = await startChartClinic()
})
afterAll(() => clinic.server.close())

const exported = () => exportOf(clinic.server, clinic.ada)
const stateOf = async (id?: string) => (await clinic.asAdmin(contract.read, { querystring: { id } })).data

test('every table of the database is exported or listed with a reason, and no table is listed twice', async () => {
  const { rows } = await clinic.server.db.executeQuery<{ name: TableName }>({
    sql: `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p', 'v') and not relispartition
      and relname not in ('kysely_migration', 'kysely_migration_lock', 'migration_checksums')`,
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
    queryId: { queryId: 'tables' },
  })
  expect(Object.keys(exportedTables).sort()).toEqual(rows.map(({ name }) => name).sort())
  const files = Object.values(exportedTables).flatMap((how) => ('file' in how ? [how.file] : []))
  expect(new Set(files).size).toBe(files.length)
})

test('a clinic’s export has a readable CSV table for each kind of record, a README, a schema, photos and files, and no secrets', async () => {
  const { server, bianca } = clinic
  await createUser(server.db, 'client', { name: '=HYPERLINK("x")', contactNumber: '0917 000 0001' })
  await mkdir(path.join(server.uploadsDir, 'charts'), { recursive: true })
  await mkdir(path.join(server.uploadsDir, 'website'), { recursive: true })
  await writeFile(path.join(server.uploadsDir, 'charts', 'face.webp'), 'a face')
  await writeFile(path.join(server.uploadsDir, 'website', 'door.webp'), 'a door')
  const files = await exported()
  const data = await stateOf()
  expect([...files.keys()].sort()).toEqual(
    ['README.txt', 'schema.json', ...data.files, 'photos/face.webp', 'files/website/door.webp'].sort(),
  )
  expect([files.get('photos/face.webp'), files.get('files/website/door.webp')]).toEqual(['a face', 'a door'])
  expect(files.get('README.txt')).toContain('- clients.csv')

  const client = rowsOf(files, 'clients.csv').find((row) => row.ID === bianca.clientId)
  expect(client).toMatchObject({ Name: 'Bianca Garcia', 'Contact number': '0917 555 1234' })
  // In the file an apostrophe keeps a spreadsheet from running the name as a formula, and from dropping the number's
  // first zero.
  expect(files.get('clients.csv')).toContain(`"'=HYPERLINK(""x"")"`)
  expect(files.get('clients.csv')).toContain(`"'0917 555 1234"`)
  expect(rowsOf(files, 'appointments.csv')).toEqual([
    expect.objectContaining({
      'Client ID': bianca.clientId,
      Client: 'Bianca Garcia',
      Service: 'Diamond peel',
      Practitioner: 'Dra. Reyes',
      'Starts at': '2026-11-23 09:00:00',
    }),
  ])
  expect(rowsOf(files, 'services.csv').map((row) => row.Price)).toContain('1500.00')

  const hashes = await server.db.selectFrom('accounts').select('password_hash').execute()
  const all = [...files.values()].join('\n')
  for (const { password_hash } of hashes) if (password_hash) expect(all).not.toContain(password_hash)
  expect(all).not.toMatch(/\$argon2/)

  const schema = JSON.parse(files.get('schema.json') ?? '{}') as Record<string, { properties: object }>
  for (const file of data.files) {
    const [headings] = csvReader().push(files.get(file)!)
    expect(headings, file).toEqual(Object.keys(schema[file]?.properties ?? {}))
  }
})

test('an export of the clinic is recorded in the history log, and in the read log of each client with a chart', async () => {
  const { server, bianca, ada, visitId } = clinic
  await addAlertRows(server.db, bianca, visitId)
  const before = await server.db.selectFrom('chart_reads').selectAll().execute()
  const files = await exported()
  expect(rowsOf(files, 'alerts.csv')).toEqual([expect.objectContaining({ Client: 'Bianca Garcia', Text: 'Lidocaine' })])
  const logs = await logEntries(server.db, {})
  expect(logs.at(-1)?.action).toBe('Exported all data of the clinic, with the charts')
  const after = await server.db.selectFrom('chart_reads').selectAll().execute()
  const added = after.filter(({ id }) => !before.some((row) => row.id === id))
  expect(added.map(({ client_id, kind, read_by }) => ({ client_id, kind, read_by }))).toEqual([
    { client_id: bianca.clientId, kind: 'export', read_by: ada.id },
  ])
})

test('the export of a clinic that has switched the clinical record off contains no charts and no photos of charts', async () => {
  const { server } = clinic
  await server.db.updateTable('chart_settings').set({ is_on: false }).execute()
  const files = await exported()
  await server.db.updateTable('chart_settings').set({ is_on: true }).execute()
  expect([...files.keys()].filter((name) => /photo|chart-read|signed-forms|treatment-note|^alerts/.test(name))).toEqual(
    [],
  )
  expect(files.has('clients.csv')).toBe(true)
})

test('while an export of the clinic runs, a second export is refused with a message and has the state “not started”', async () => {
  const { server, ada } = clinic
  const id = randomUUID()
  await server.db.transaction().execute(async (tx) => {
    const ours = tx as unknown as Parameters<typeof lockExport>[0]
    expect(await lockExport(ours)).toBe(true)
    expect(await stateOf(id)).toMatchObject({ is_running: true, has_started: false })
    expect(await errorOf(clinic.asAdmin(contract.download, { querystring: { id } }))).toMatchObject({
      status: 409,
      message: s.running,
    })
    expect(await isExportRunning(ours)).toBe(true)
  })
  expect(await stateOf(id)).toMatchObject({ is_running: false, has_started: false })
  expect(filesOf(await zipOf(server, ada, `?id=${id}`)).has('README.txt')).toBe(true)
  expect(await stateOf(id)).toMatchObject({ has_started: true })
})

test('an export of the clinic ends when the browser disconnects, so that the next one can start', async () => {
  const { server, ada } = clinic
  // The file is larger than what connections buffer, so that the export waits for its reader.
  await writeFile(path.join(server.uploadsDir, 'website', 'large.webp'), Buffer.alloc(48 * 1024 * 1024))
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const leave = new AbortController()
  const answer = await fetch(`${address}${contract.download.url}`, {
    headers: { authorization: `Bearer ${ada.token}` },
    signal: leave.signal,
  })
  await answer.body?.getReader().read()
  const isRunning = async () => (await stateOf()).is_running
  expect(await isRunning()).toBe(true)
  leave.abort()
  await vi.waitFor(async () => expect(await isRunning()).toBe(false), { timeout: 60_000 })
})
