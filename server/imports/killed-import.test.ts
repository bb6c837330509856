import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#server/backup/backup-fixture.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { countWaitingStatements } from '#server/test/run-while-locked.ts'
import { startMain } from '#server/test/start-main.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { importsContract as contract, type Batch } from '#shared/imports/contract.ts'
import { importRefusals as s } from '#shared/imports/messages.ts'
import { startImportClinic, workOptions, type ImportClinic } from './import-fixture.ts'
import { recoverImports } from './public.ts'

let clinic: ImportClinic
beforeAll(async () => {
  clinic = await startImportClinic()
  clinic.server.clock.now = new Date()
})
afterAll(() => clinic.server.close())

const listOf = (count: number, name: string) =>
  `Name,Email\n${Array.from({ length: count }, (_, at) => `${name} ${at},${name.toLowerCase()}${at}@many.test`).join('\n')}`

const start = () => {
  const { database, uploadsDir } = clinic.server
  return startMain({
    DATABASE_URL: database.appUrl,
    DATABASE_ADMIN_URL: database.ownerUrl,
    DATA_DIR: uploadsDir,
    LOG_LEVEL: 'error',
  })
}

/** Waits until a step is done. The timeout is long because a process takes long to start on a busy machine. */
const reaches = (id: string, state: Batch['state']) =>
  expect.poll(async () => (await clinic.read(id)).state, { timeout: 120_000, interval: 100 }).toBe(state)

/**
 * Starts an import, and kills the app in the middle of a later chunk of rows. A connection outside of any pool blocks
 * the chunk, because a pool would end a transaction that stays open for long on a busy machine.
 */
async function killAfterFirstChunk(id: string): Promise<void> {
  const { db, database } = clinic.server
  const main = start()
  await main.address
  await withClient(database.ownerUrl, async (owner) => {
    await owner.query('begin')
    // The chunk that inserts a person with the same e-mail waits until this transaction ends.
    await owner.query(`insert into people (id, first_name, email, search_text, name_search, created_at, updated_at)
      values (gen_random_uuid(), 'Ana', 'kim300@many.test', 'ana', 'ana', now(), now())`)
    await clinic.admin(contract.start, { params: { id } })
    await expect.poll(() => countWaitingStatements(db), { timeout: 120_000, interval: 20 }).toBeGreaterThan(0)
    main.process.kill('SIGKILL')
    await main.exited
    await owner.query('rollback')
  })
}

test('an import continues after kill -9, and two processes import each row once; until then undoing it and starting a second import are refused', async () => {
  const { server, admin, read } = clinic
  const { id } = await clinic.check(await clinic.upload('clients', listOf(400, 'Kim')))
  const second = await clinic.check(await clinic.upload('clients', listOf(2, 'Lee')))
  await killAfterFirstChunk(id)
  expect(await read(id)).toMatchObject({ state: 'importing', counts: { created: 300, new: 100 }, done: 300 })
  expect(await errorOf(admin(contract.undo, { params: { id } }))).toMatchObject({ status: 409, message: s.notNow })
  const startSecond = () => admin(contract.start, { params: { id: second.id } })
  expect(await errorOf(startSecond())).toMatchObject({ status: 409, message: s.busy })

  // A minute later the job of the dead process is added again.
  server.clock.now = new Date(Date.now() + 120_000)
  await recoverImports(workOptions(server))
  start()
  await clinic.work(id)
  await reaches(id, 'imported')
  expect((await read(id)).counts).toEqual({ created: 400 })
  const people = server.db.selectFrom('people').select('email').where('email', 'like', 'kim%@many.test')
  expect(await people.execute()).toHaveLength(400)

  const [changed] = await clinic.rows(await read(id), 'created')
  await admin(clientsContract.changeNote, { params: { id: changed!.client_id! }, body: { note: 'Likes tea' } })
  await admin(contract.undo, { params: { id } })
  await reaches(id, 'undone')
  expect((await read(id)).counts).toEqual({ undone: 399, kept: 1 })
  await startSecond()
  await reaches(second.id, 'imported')
  expect((await read(second.id)).counts).toEqual({ created: 2 })
})
