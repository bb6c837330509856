import { readdir, rm } from 'node:fs/promises'
import { ColumnNode, sql, type KyselyPlugin } from 'kysely'
import yazl from 'yazl'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChartClinic } from '#server/charts/chart-fixture.ts'
import { DatabaseAway } from '#server/db/is-database-away.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { exportOf, filesOf, rowsOf, zipOf } from '#server/exports/export-fixture.ts'
import { tablesToExport } from '#server/exports/public.ts'
import { checkCopies } from '#server/forms/signing/check-copies.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { createSession, createUser, type TestUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { hashOfNote } from '#server/treatment-notes/note-hash.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { clinicImportContract as contract } from '#shared/clinic-imports/contract.ts'
import { clinicImportRefusals as s } from '#shared/clinic-imports/messages.ts'
import { leftOut, steps } from './brought-tables.ts'
import { csvReader, toCsvText } from '#shared/lib/csv.ts'
import { startFullClinic } from './full-clinic-fixture.ts'
import { workOnClinicImport } from './work.ts'

let old: ChartClinic
let zip: Buffer<ArrayBuffer>
const servers: TestServer[] = []

beforeAll(async () => {
  old = await startFullClinic()
  servers.push(old.server)
  zip = Buffer.from(await zipOf(old.server, old.ada))
})
afterAll(() => Promise.all(servers.map((server) => server.close())))

type NewClinic = {
  server: TestServer
  admin: Caller
  owner: TestUser
  work: (options?: { closing?: AbortSignal; refusesReports?: boolean }) => Promise<string>
  /** Each logged warning with the tables that were locked against autovacuum when it was logged. */
  warnings: Promise<{ text: string; locked: string[] }>[]
}

/** Makes each report of the progress fail, as a busy database does. */
const refuseReports: KyselyPlugin = {
  transformQuery: ({ node }) => {
    const updated = node.kind === 'UpdateQueryNode' ? (node.updates ?? []).map(({ column }) => column) : []
    const names = updated.flatMap((column) => (ColumnNode.is(column) ? column.column.name : []))
    if (names.join() === 'done,worked_at') throw new DatabaseAway('No connection is free.')
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

const lockedTables = async ({ db }: TestServer) =>
  (
    await sql<{ name: string }>`select relation::regclass::text as name from pg_locks
      where mode = 'ShareUpdateExclusiveLock' and locktype = 'relation'`.execute(db)
  ).rows.map(({ name }) => name)

/** A clinic without data, with an admin whose e-mail a client of the old clinic has too. */
async function startEmptyClinic(): Promise<NewClinic> {
  const server = await startTestServer({ runsJobs: false })
  servers.push(server)
  // A new clinic has no folder of pictures yet.
  await rm(server.uploadsDir, { recursive: true })
  const owner = await createUser(server.db, 'admin', { name: 'Olivia Owner', email: old.bianca.email })
  const admin = server.as(owner.token)
  const warnings: NewClinic['warnings'] = []
  const work: NewClinic['work'] = async ({ closing = new AbortController().signal, refusesReports = false } = {}) => {
    const { id } = await server.db.selectFrom('clinic_imports').select('id').executeTakeFirstOrThrow()
    const { appDb, uploadsDir, clock } = server
    const services = {
      db: refusesReports ? appDb.withPlugin(refuseReports) : appDb,
      longDb: appDb,
      uploadsDir,
      clock: () => clock.now,
      publish: () => undefined,
      warn: (_: unknown, text: string) => void warnings.push(lockedTables(server).then((locked) => ({ text, locked }))),
      reportEach: 50,
    }
    await workOnClinicImport(services, id, closing)
    const { data } = await admin(contract.read, {})
    return `${data.present!.state} ${data.present!.problem ?? ''}`.trim()
  }
  return { server, admin, owner, work, warnings }
}

async function upload({ admin }: NewClinic, bytes: Buffer<ArrayBuffer>, part = 40_000): Promise<void> {
  await admin(contract.begin, { body: { file_name: 'clinic-export.zip', bytes: bytes.length } })
  for (let from = 0; from < bytes.length; from += part)
    await admin(contract.upload, { body: { from, file: new File([bytes.subarray(from, from + part)], 'part') } })
}

/** A ZIP file with these files, in which photos are not compressed, as in an export. */
function packed(files: Record<string, string>): Promise<Buffer<ArrayBuffer>> {
  const made = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files))
    made.addBuffer(Buffer.from(content), name.replace('/../', '/@@/'), { compress: name.endsWith('.csv') })
  made.end()
  // The ZIP library refuses to write a path that leaves its folder, so the test puts this path into the finished file.
  return buffer(made.outputStream).then((bytes) =>
    Buffer.from(bytes.toString('latin1').replaceAll('/@@/', '/../'), 'latin1'),
  )
}

/**
 * Files in which the second export differs on purpose: staff become former users, and the read log has a row about the
 * second export.
 */
const CHANGED = ['users.csv', 'chart-read-log.csv']
/** The hashes that the signed notes of a clinic must have. */
async function hashesOfNotes({ db }: TestServer): Promise<string[]> {
  const signed = db.selectFrom('treatment_notes').selectAll().where('signed_at', 'is not', null).orderBy('id')
  return (await signed.execute()).map(({ signed_at, signed_by, signed_by_name, ...note }) =>
    hashOfNote({ ...note, signed_at: signed_at!, signed_by: signed_by!, signed_by_name: signed_by_name! }),
  )
}

test('an export that was imported into an empty clinic and exported again has the same rows in every imported file', async () => {
  const clinic = await startEmptyClinic()
  await upload(clinic, zip)
  // A busy database may refuse the reports of the progress, but the import continues. Meanwhile the tables are locked
  // against autovacuum.
  expect(await clinic.work({ refusesReports: true })).toBe('checked')
  const warnings = await Promise.all(clinic.warnings)
  expect(new Set(warnings.map(({ text }) => text))).toEqual(new Set(['the progress of an import could not be stored']))
  expect(warnings.find(({ locked }) => locked.length > 0)?.locked).toEqual(
    expect.arrayContaining(['accounts', 'appointments', 'clients', 'people', 'resource_slots']),
  )
  const { data } = await clinic.admin(contract.read, {})
  // The check inserted all rows and rolled back, so none is saved.
  expect(data.is_empty).toBe(true)
  await clinic.admin(contract.start, {})
  // A stopped process leaves nothing behind, and the work begins again from the start.
  await expect(clinic.work({ closing: AbortSignal.abort() })).rejects.toThrow('aborted')
  expect((await clinic.admin(contract.read, {})).data).toMatchObject({
    is_empty: true,
    present: { state: 'importing' },
  })
  await Promise.all([clinic.work(), clinic.work()])
  expect((await clinic.admin(contract.read, {})).data).toMatchObject({
    is_empty: false,
    present: { state: 'imported' },
  })

  const [before, after] = [await exportOf(old.server, old.ada), await exportOf(clinic.server, clinic.owner)]
  const counts = data.present!.counts!
  expect(counts.map(({ file }) => file)).toEqual([...before.keys()].filter((name) => name.endsWith('.csv')))
  const brought = counts.filter(({ file, is_brought_in }) => is_brought_in && !CHANGED.includes(file))
  for (const { file, rows } of brought) {
    const expected = rowsOf(before, file)
    expect(rows, file).toBe(expected.length)
    // Sales are not brought in, so the imported rows refer to none.
    const withoutSale = expected.map((row) => ('Sale ID' in row ? { ...row, 'Sale ID': '' } : row))
    // The owner of the new clinic has Bianca's e-mail already, so the import stores it as a second one.
    const withSecond = withoutSale.map((row) =>
      row['Email'] === old.bianca.email ? { ...row, 'Email is second': 'yes' } : row,
    )
    expect(rowsOf(after, file), file).toEqual(withSecond)
  }
  expect(brought.filter(({ rows }) => rows === 0).map(({ file }) => file)).toEqual([])
  const stays = counts.filter(({ is_brought_in, rows }) => !is_brought_in && rows > 0).map(({ file }) => file)
  expect(stays).toEqual(expect.arrayContaining(['documents.csv', 'history-log.csv', 'clinic.csv']))
  for (const file of ['documents.csv', 'payments.csv']) expect(rowsOf(after, file), file).toEqual([])
  for (const file of ['photos/face.webp', 'files/website/door.webp']) expect(after.get(file)).toBe(before.get(file))

  // Nobody can log in with an account of the old clinic, and its staff are former users.
  const accounts = await clinic.server.db
    .selectFrom('users')
    .select(['name', 'role', 'email', 'password_hash', 'closed_at'])
    .where('id', '<>', clinic.owner.id)
    .execute()
  expect(accounts.filter(({ password_hash }) => password_hash !== null)).toEqual([])
  const staff = accounts.filter(({ role }) => role !== 'client')
  expect(staff.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ada Admin', 'Dra. Reyes']))
  for (const person of staff) expect([person.email, person.closed_at]).toEqual([null, clinic.server.clock.now])
  // The paid visit stays paid, signed forms still match their hashes, and signed notes have the same hashes.
  const range = { scope: 'range' as const, from: '2026-11-01', to: '2026-11-30', payment: 'unpaid' as const }
  expect((await clinic.admin(appointmentsContract.list, { querystring: range })).appointments).toEqual([])
  const checked = await inSnapshot(clinic.server.db, (tx) => checkCopies(tx, MAIN_BRANCH_ID))
  expect(checked).toMatchObject({ count: 1, findings: [] })
  const hashes = await hashesOfNotes(clinic.server)
  expect(hashes).toEqual(await hashesOfNotes(old.server))
  expect(hashes).toHaveLength(1)
  const log = (await logEntries(clinic.server.db, {})).map(({ action }) => action)
  expect(log).toContainEqual(expect.stringMatching(/^Brought in all data of clinic-export.zip: \d+ rows$/))
  expect(await readdir(clinic.server.uploadsDir)).not.toContainEqual(expect.stringMatching(/^\.import/))
  // The result of an import is shown for a week, so eight days later it is no longer shown.
  clinic.server.clock.now = new Date(clinic.server.clock.now.getTime() + 8 * 24 * 3_600_000)
  const olivia = clinic.server.as(await createSession(clinic.server.db, clinic.owner.id))
  expect((await olivia(contract.read, {})).data).toEqual({ is_empty: false, present: null })
})

test('an import of a clinic’s export refuses a clinic with data, a file that is no export, a changed table and a part of the file out of order', async () => {
  const clinic = await startEmptyClinic()
  const begin = (bytes = 10) => clinic.admin(contract.begin, { body: { file_name: 'a.zip', bytes } })
  await begin()
  const part = (from: number) => clinic.admin(contract.upload, { body: { from, file: new File(['12345'], 'part') } })
  expect(await errorOf(part(5))).toMatchObject({ status: 409, message: s.wrongPart })
  expect((await part(0)).data.present).toMatchObject({ state: 'uploading', received: 5 })
  expect((await part(5)).data.present).toMatchObject({ state: 'checking', received: 10 })
  expect(await errorOf(begin())).toMatchObject({ status: 409, message: s.running })
  expect(await clinic.work()).toBe(`refused ${s.notAZip}`)
  expect(await errorOf(clinic.admin(contract.start, {}))).toMatchObject({ status: 409, message: s.notNow })

  const outcomeOf = async (files: Record<string, string>) => {
    await upload(clinic, await packed(files))
    return clinic.work()
  }
  expect(await outcomeOf({ 'clients.csv': '"Name"\r\n' })).toBe(`refused ${s.notAnExport}`)
  expect(await outcomeOf({ 'photos/../evil.webp': 'x' })).toBe(`refused ${s.notAZip}`)
  expect(await outcomeOf({ 'files/.hidden': 'x' })).toBe(`refused ${s.suspicious('files/.hidden')}`)
  const files = Object.fromEntries([...filesOf(zip)].filter(([name]) => name.endsWith('.csv')))
  const services = files['services.csv']!
  const changed = (text: string) => outcomeOf({ ...files, 'services.csv': text })
  expect(await changed(services.replaceAll('"', ''))).toBe(`refused ${s.changedFile('services.csv')}`)
  expect(await changed(services.replace('"Description"', '"Colour"'))).toBe(
    `refused ${s.unknownColumn('services.csv', 'Colour')}`,
  )
  const nameAt = csvReader().push(services)[0]!.indexOf('Name')
  const withoutNames = csvReader()
    .push(services)
    .map((cells) => cells.filter((_, index) => index !== nameAt).map((cell) => `"${toCsvText(cell)}"`))
  expect(await changed(withoutNames.map((cells) => `${cells.join(',')}\r\n`).join(''))).toBe(
    `refused ${s.earlierVersion('services.csv')}`,
  )
  expect(await changed(services.replace('"1500.00"', '"-5.00"'))).toMatch(/^refused services.csv, around row \d/)
  // Nothing of the refused files was saved.
  expect((await clinic.admin(contract.read, {})).data.is_empty).toBe(true)
  await clinic.admin(contract.discard, {})
  expect((await clinic.admin(contract.read, {})).data.present).toBeNull()

  await createUser(clinic.server.db, 'client')
  expect(await errorOf(begin())).toMatchObject({ status: 409, message: s.notEmpty })
})

test('each table of a clinic’s export is imported again, or the list of left-out tables gives the reason', () => {
  const exported = tablesToExport({ withCharts: true }).map(({ name }) => name)
  const known = [...steps.map(({ table }) => table).filter((table) => table !== 'people'), ...Object.keys(leftOut)]
  expect(known.toSorted()).toEqual(exported.toSorted())
})
