import { createHash } from 'node:crypto'
import { restorableSecret } from '#server/auth/server-secret.ts'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { DEMO_PASSWORD } from '../../scripts/demo/load-demo.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { lineMakers, orderOf } from '#server/sales/till-fixture.ts'
import { createCatalogue, createSession, createUser } from '#server/test/factories.ts'
import { fileOf, picture } from '#server/test/pictures.ts'
import { startSampleServer } from '#server/test/sample-server.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { authContract } from '#shared/auth/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { emptyDatabase, filesOf, rewrite, rowsOf, temporaryFolder, withClient, type AllRows } from './backup-fixture.ts'
import { makeBackup, type MadeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { LEFT_OUT } from './tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startSampleServer()
})
afterAll(() => server.close())

const backUp = (more: Partial<Parameters<typeof makeBackup>[0]> = {}) =>
  makeBackup({
    ownerUrl: server.database.ownerUrl,
    uploadsDir: server.uploadsDir,
    file: path.join(temporaryFolder(), 'clinic.tar.gz'),
    now: server.clock.now,
    ...more,
  })

/** Starts to book and sell without pause, until it is stopped; `done` counts the calls that the server has answered. */
async function startWriters() {
  const cashier = await createUser(server.db, 'cashier')
  const client = await createUser(server.db, 'client')
  const catalogue = await createCatalogue(server.db)
  const call = server.as(cashier.token)
  const order = orderOf(client, [lineMakers(catalogue).peel(), lineMakers(catalogue).glow()])
  const load = { done: 0, stopping: false }
  const sell = () => call(salesContract.checkout, { body: order }, { idempotencyKey: crypto.randomUUID() })
  const book = (n: number) =>
    call(appointmentsContract.book, {
      body: {
        user_id: client.id,
        appointment_date: addDays('2027-03-01', Math.floor(n / SLOT_TIMES.length)),
        appointment_time: SLOT_TIMES[n % SLOT_TIMES.length]!,
        treatment_id: catalogue.treatmentId,
        service_id: catalogue.serviceId,
      },
    })
  const run = async (work: (n: number) => Promise<unknown>) => {
    for (let n = 0; !load.stopping; n++, load.done++) await work(n)
  }
  const running = Promise.all([run(sell), run(sell), run(book)])
  const stop = async () => {
    load.stopping = true
    await running
  }
  return { load, stop, order, catalogue }
}

const restoreInto = async (made: Pick<MadeBackup, 'file'>) => {
  const database = await emptyDatabase()
  const uploadsDir = path.join(temporaryFolder(), 'uploads')
  const { ownerUrl, appUrl } = database
  await restoreBackup({
    file: made.file,
    ownerUrl,
    appUrl,
    uploadsDir,
    now: server.clock.now,
    mayReplace: async () => false,
  })
  return { database, uploadsDir }
}

/** Expects equal rows, apart from the history entry that the restore adds and the count of such entries. */
function expectSameRows(restored: AllRows, snapshot: AllRows) {
  expect([...restored.keys()]).toEqual([...snapshot.keys()])
  for (const [table, rows] of snapshot) {
    const found = restored.get(table)!
    if (table === 'event_counts') continue
    const known = new Set(rows)
    const added = found.filter((row) => !known.has(row))
    expect([table, added.length]).toEqual([table, table === 'events' ? 1 : 0])
    if (added.length)
      expect(added[0]).toMatch(
        /System,system,"{""made_at"": ""2026-11-21T09:00:00\+08:00""}",system,backup,.*restored the backup of nov 21, 2026, 9:00 am/,
      )
    expect([table, found.filter((row) => !added.includes(row))]).toEqual([table, rows])
  }
}

test('a clinic that is backed up while it sells and books is restored row by row, and continues with the next receipt number', async () => {
  const admin = await createUser(server.db, 'admin')
  const writers = await startWriters()
  const { data: service } = await server.as(admin.token)(catalogueContract.createService, {
    body: {
      service_name: 'Gold facial',
      service_description: 'With gold leaf',
      service_price: '3,500.50',
      treatment_id: writers.catalogue.treatmentId,
      service_pic: fileOf(await picture()),
    },
  })
  let snapshot: AllRows = new Map()
  let doneAtSnapshot = 0
  await expect.poll(() => writers.load.done).toBeGreaterThan(10)
  const made = await backUp({
    onSnapshot: async (id) => {
      doneAtSnapshot = writers.load.done
      snapshot = await rowsOf(server.database.ownerUrl, id)
      // Sales and bookings go on while the backup holds its snapshot.
      await expect.poll(() => writers.load.done).toBeGreaterThan(doneAtSnapshot + 10)
    },
  })
  await writers.stop()
  expect(made.manifest.missing_uploads).toEqual([])
  expect((await stat(made.file)).mode & 0o777).toBe(0o600)

  const target = await restoreInto(made)
  expectSameRows(await rowsOf(target.database.ownerUrl), snapshot)
  expect(snapshot.get('documents')!.length).toBeGreaterThan(2_000)
  expect(await filesOf(target.uploadsDir)).toEqual(await filesOf(server.uploadsDir))
  expect(Object.keys(await filesOf(target.uploadsDir))).toHaveLength(1)

  const again = await startTestServer({ existing: target, now: server.clock.now })
  onTestFinished(() => again.close())
  expect(await checkBooks(again.db)).toMatchObject(balanced)
  const body = { email: 'cashier@mutya.test', password: DEMO_PASSWORD }
  const { token } = await again.as(null)(authContract.login, { body })
  const { last_number: last } = await again.db.selectFrom('document_counters').selectAll().executeTakeFirstOrThrow()
  const sold = await again.as(token)(
    salesContract.checkout,
    { body: writers.order },
    { idempotencyKey: crypto.randomUUID() },
  )
  expect(sold.data.receipt_number).toBe(last + 1)
  expect(await checkBooks(again.db)).toMatchObject(balanced)
  expect((await again.app.inject({ url: service.service_pic! })).statusCode).toBe(200)
  // A restore brings back no sessions, so the token of the admin's earlier session is not accepted.
  expect(
    (await again.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${admin.token}` } })).statusCode,
  ).toBe(401)
})

test('append-only tables stay append-only after a restore, and the counts of the history log are rebuilt', async () => {
  const { database } = await restoreInto(await backUp())
  const counts = () =>
    withClient(database.ownerUrl, async (client) => {
      const { rows } = await client.query(
        `select (select sum(entries) from event_counts)::int as counted, (select count(*) from events)::int as entries`,
      )
      return rows[0] as { counted: number; entries: number }
    })
  const before = await counts()
  expect(before.counted).toBe(before.entries)
  await withClient(database.ownerUrl, async (client) => {
    await expect(client.query('update documents set item_count = 2')).rejects.toThrow('documents is append-only')
    await expect(client.query('truncate events')).rejects.toThrow('events is append-only')
  })
  await withClient(database.appUrl, async (client) => {
    await expect(client.query('delete from documents')).rejects.toThrow('permission denied')
    await expect(client.query('update kysely_migration set name = name')).rejects.toThrow('permission denied')
    await expect(
      client.query('insert into clients (id, person_id, joined_at) values ($1, $1, $2)', [
        crypto.randomUUID(),
        server.clock.now,
      ]),
    ).rejects.toThrow('foreign key')
  })
})

test('a backup contains no sessions, counters of log-in tries or one-time codes, nor any other table with tokens', async () => {
  await createSession(server.db, (await createUser(server.db, 'client')).id)
  const { manifest } = await backUp()
  const names = manifest.tables.map((table) => table.name)
  expect(names.filter((name) => LEFT_OUT.includes(name))).toEqual([])
  expect(manifest.left_out).toEqual(
    expect.arrayContaining(['sessions', 'rate_windows', 'setup_codes', 'reset_links', 'server_secrets']),
  )
  const secret = await withClient(server.database.ownerUrl, (client) =>
    client.query<{ name: string }>(
      `select distinct table_name as name from information_schema.columns
       where table_schema = 'public' and column_name ~ '(^|_)(token|code)(_hash)?$'`,
    ),
  )
  expect(secret.rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['sessions', 'setup_codes', 'reset_links']),
  )
  // Two tables with codes are part of a backup: people log in with their recovery codes after a restore without the key
  // file, and the code of a stock batch is no secret, because it is printed on the box.
  const restored = ['recovery_codes', 'stock_batches']
  const left = secret.rows.map(({ name }) => name).filter((name) => !restored.includes(name))
  for (const name of left) expect(names).not.toContain(name)
})

test('if an earlier version of the app backed up a table that the present version does not back up, its rows are not restored', async () => {
  const { ownerUrl: source } = await emptyDatabase()
  const made = await backUp({ ownerUrl: source, uploadsDir: temporaryFolder() })
  const file = path.join(temporaryFolder(), 'earlier.tar.gz')
  const content = Buffer.from('a token')
  await rewrite(made.file, file, (entries, manifest) => {
    const sha256 = createHash('sha256').update(content).digest('hex')
    manifest.tables.push({ name: 'trusted_devices', columns: ['id'], rows: 1, bytes: content.length, sha256 })
    return [...entries, { name: 'tables/trusted_devices/1', content }]
  })
  const { ownerUrl } = (await restoreInto({ file })).database
  const { rows } = await withClient(ownerUrl, (client) => client.query('select from trusted_devices'))
  expect(rows).toEqual([])
})

test('a backup contains the key of unsubscribe links, so that links sent before still work after a restore', async () => {
  const { manifest } = await backUp()
  expect(manifest.tables.map((table) => table.name)).toContain('kept_secrets')
  const made = () => server.db.transaction().execute((tx) => restorableSecret(tx, 'unsubscribe', server.clock.now))
  expect(await made()).toEqual(await made())
})

test('a missing picture file is reported, and the backup is still made', async () => {
  const uploadsDir = temporaryFolder()
  await mkdir(path.join(uploadsDir, 'services'))
  const service = await server.db.selectFrom('services').select('id').limit(1).executeTakeFirstOrThrow()
  const lost = `${crypto.randomUUID()}.webp`
  await server.db.updateTable('services').set({ picture_path: lost }).where('id', '=', service.id).execute()
  onTestFinished(async () => {
    await server.db.updateTable('services').set({ picture_path: null }).where('id', '=', service.id).execute()
  })
  const made = await backUp({ uploadsDir })
  expect(made.manifest.missing_uploads).toContain(lost)
  await restoreInto(made)
})

test('a backup that is stopped before its end leaves no file', async () => {
  const folder = temporaryFolder()
  const stop = new AbortController()
  const running = backUp({
    file: path.join(folder, 'clinic.tar.gz'),
    signal: stop.signal,
    onSnapshot: async () => stop.abort(new Error('stopped')),
  })
  await expect(running).rejects.toThrow('stopped')
  expect(await readdir(folder)).toEqual([])
})

test('a backup of a database without a clinic, or into a folder that cannot be written, fails with a sentence that says so', async () => {
  const bare = await emptyDatabase()
  await withClient(bare.ownerUrl, (client) => client.query('drop table kysely_migration'))
  await expect(backUp({ ownerUrl: bare.ownerUrl })).rejects.toThrow('There is no clinic in this database yet')
  await expect(backUp({ file: '/dev/null/clinic.tar.gz' })).rejects.toThrow('/dev/null cannot be written')
  const folder = temporaryFolder()
  await rm(folder, { recursive: true })
  await backUp({ file: path.join(folder, 'made', 'clinic.tar.gz') })
  expect(await readdir(path.join(folder, 'made'))).toEqual(['clinic.tar.gz'])
})
