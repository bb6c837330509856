import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#server/backup/backup-fixture.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { recoverMessages, saveMessages } from '#server/messages/outbox/outbox.ts'
import { createDatabase, type Database } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { createTestDatabase, createTestPool, type TestDatabase } from '#server/test/database.ts'
import { createUser } from '#server/test/factories.ts'
import { startMailServer, type MailServer } from '#server/test/mail-server.ts'
import { startMain } from '#server/test/start-main.ts'
import { drillSize, recordFigure } from '../../scripts/test/drill-form.ts'

const ROUNDS = drillSize('kills while e-mails are sent', 2)
const EMAILS_A_ROUND = 12

let database: TestDatabase
let db: Database
let mail: MailServer
beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(createTestPool({ connectionString: database.appUrl, max: 2 }))
  mail = await startMailServer()
})
afterAll(async () => {
  await db.destroy()
  await mail.close()
  await database.drop()
})

type Row = { id: string; state: string }
type Judged = { lost: string[]; unexplained: string[]; twice: number }

/**
 * Compares the stored messages with the received e-mails. `underWay` counts for each message how often the process died
 * between sending and recording it.
 */
function judge(rows: readonly Row[], received: readonly string[], underWay: ReadonlyMap<string, number>): Judged {
  const copies = (id: string) => received.filter((each) => each.startsWith(`<${id}@`)).length
  return {
    lost: rows.filter(({ id, state }) => state !== 'sent' || copies(id) === 0).map(({ id }) => id),
    unexplained: rows.filter(({ id }) => copies(id) > 1 + (underWay.get(id) ?? 0)).map(({ id }) => id),
    twice: rows.filter(({ id }) => copies(id) > 1).length,
  }
}

test('the test with killed processes detects a lost message, and a message that was sent twice without a reason', () => {
  const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id, state: id === 'd' ? 'sending' : 'sent' }))
  const received = ['<a@x>', '<a@x>', '<b@x>', '<b@x>', '<d@x>']
  expect(judge(rows, received, new Map([['a', 1]]))).toEqual({ lost: ['c', 'd'], unexplained: ['b'], twice: 2 })
})

let version = 0
async function queue(subjectId: string): Promise<void> {
  const messages = Array.from({ length: EMAILS_A_ROUND }, () => ({
    branchId: MAIN_BRANCH_ID,
    occasion: 'test' as const,
    subjectId,
    version: ++version,
  }))
  const channels = { email: true, sms: false }
  await inTransaction(db, (tx) => saveMessages(tx, { messages, channels, now: new Date() }))
}

const start = () =>
  startMain({
    DATABASE_URL: database.appUrl,
    DATABASE_ADMIN_URL: database.ownerUrl,
    SMTP_URL: mail.url,
    MAIL_FROM: 'hello@perlas.example',
    PUBLIC_URL: 'https://clinic.example.ph',
    LOG_LEVEL: 'error',
  })

/** After two minutes a message in progress counts as abandoned. */
async function passTwoMinutes(): Promise<void> {
  await withClient(database.ownerUrl, async (owner) => {
    await owner.query(`update messages set updated_at = updated_at - interval '3 minutes' where state = 'sending'`)
    await owner.query(`update graphile_worker._private_jobs set locked_at = locked_at - interval '3 minutes'
      where locked_at is not null`)
  })
  await inTransaction(db, (tx) => recoverMessages(tx, new Date()))
}

/** Kills the app at a random point while it sends messages. Returns whether the app was still sending. */
async function killWhileSending(): Promise<boolean> {
  const main = start()
  const arrived = mail.received.length
  const atLeast = Math.floor(Math.random() * EMAILS_A_ROUND)
  await expect.poll(() => mail.received.length - arrived, { interval: 1, timeout: 60_000 }).toBeGreaterThan(atLeast)
  await wait(Math.random() * 12)
  main.process.kill('SIGKILL')
  await main.exited
  const { left } = await db
    .selectFrom('messages')
    .select((count) => count.fn.countAll<number>().as('left'))
    .where('state', '!=', 'sent')
    .executeTakeFirstOrThrow()
  return left > 0
}

test('if the app is killed while it sends messages, no message is lost, and only messages in progress are sent again, with the same Message-ID', async () => {
  const { id: subjectId } = await createUser(db, 'admin')
  const underWay = new Map<string, number>()
  let hits = 0
  for (let round = 0; round < ROUNDS; round++) {
    await queue(subjectId)
    if (await killWhileSending()) hits++
    const found = await db.selectFrom('messages').select('id').where('state', '=', 'sending').execute()
    for (const { id } of found) underWay.set(id, (underWay.get(id) ?? 0) + 1)
    await passTwoMinutes()
  }
  const last = start()
  const states = () => db.selectFrom('messages').select(['id', 'state']).execute()
  const left = () => db.selectFrom('messages').selectAll().where('state', '!=', 'sent').execute()
  // On a busy machine a connection may fail, and its message is tried again some minutes later.
  await expect.poll(left, { timeout: 600_000, interval: 200 }).toEqual([])
  last.process.kill('SIGTERM')
  await last.exited
  const rows = await states()
  const received = mail.received.map(({ email }) => email.messageId ?? '')
  const judged = judge(rows, received, underWay)
  recordFigure({ what: 'kills that interrupted the sending of e-mails', value: `${hits} of ${ROUNDS}` })
  recordFigure({ what: 'e-mails of which one was lost', value: judged.lost.length, goal: `0 of ${rows.length}` })
  recordFigure({
    what: 'e-mails that arrived twice with one Message-ID',
    value: `${judged.twice} of ${underWay.size} that were being sent at a kill`,
  })
  expect(judged).toMatchObject({ lost: [], unexplained: [] })
  expect(rows).toHaveLength(ROUNDS * EMAILS_A_ROUND)
})
