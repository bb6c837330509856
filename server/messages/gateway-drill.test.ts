import path from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { withClient } from '#server/backup/backup-fixture.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { recoverMessages } from '#server/messages/outbox/outbox.ts'
import { createDatabase, type Database } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { newId } from '#server/lib/new-id.ts'
import { httpSmsGateway, type SmsGateway } from '#server/messages/transport/sms-gateway.ts'
import { createTestDatabase, createTestPool } from '#server/test/database.ts'
import { createCatalogue, createUser, type TestCatalogue } from '#server/test/factories.ts'
import { startSmsGateway, type GatewayAnswer, type SmsGatewayServer } from '#server/test/sms-gateway.ts'
import { startMain } from '#server/test/start-main.ts'
import { instantOf, manilaDate } from '#shared/lib/manila-time.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'
import { deliver, usualPauses } from './deliver.ts'
import { writeReminders } from './due-messages.ts'
import { drillSize, recordFigure } from '../../scripts/test/drill-form.ts'

let gateway: SmsGatewayServer
afterEach(() => gateway.close())

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const number = (n: number) => `+63917${String(n).padStart(7, '0')}`

/** Creates confirmed visits, each for a client with a mobile number of their own. */
async function putVisits(db: Database, catalogue: TestCatalogue, starts: readonly Date[]): Promise<string[]> {
  const ids: string[] = []
  for (const [n, startsAt] of starts.entries()) {
    const client = await createUser(db, 'client', { contactNumber: number(n) })
    const before = new Date(startsAt.getTime() - 30 * DAY_MS)
    const visit = {
      id: newId(),
      branch_id: MAIN_BRANCH_ID,
      client_id: client.clientId!,
      treatment_id: catalogue.treatmentId,
      service_id: catalogue.serviceId,
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + 30 * MINUTE_MS),
      status: 'confirmed' as const,
      created_by: client.id,
      created_at: before,
      updated_at: before,
    }
    await db.insertInto('appointments').values(visit).execute()
    ids.push(visit.id)
  }
  return ids
}

const remindBySms = (db: Database, now: Date) =>
  db
    .insertInto('message_occasions')
    .values(
      ['reminder_24h', 'reminder_2h'].map((occasion) => ({
        branch_id: MAIN_BRANCH_ID,
        occasion,
        channel: 'sms',
        is_on: true,
        updated_at: now,
        version: 1,
      })),
    )
    .execute()

/** The ways in which a gateway can fail a request. */
const BROKEN: readonly GatewayAnswer[] = [
  'hang',
  'cut off',
  { status: 429, body: '{}' },
  { status: 500, body: 'x' },
  { status: 503, body: '<html>Back soon</html>' },
  { status: 200, body: '<html>Back soon</html>' },
]

test('an SMS gateway that is down for an hour delays reminders and loses none; reminders that would then be too late are skipped with that reason', async () => {
  const each = drillSize('visits at each time', 6)
  const at = (time: string) => new Date(`2026-12-01T${time}+08:00`)
  const back = at('11:00:00')
  gateway = await startSmsGateway(Infinity)
  const settings = { kind: 'semaphore', url: gateway.url, apiKey: 'key', sender: undefined } as const
  // A short timeout while the gateway is down, and a long one for a busy machine afterwards.
  const [impatient, patient] = [httpSmsGateway(settings, 500), httpSmsGateway(settings)]
  const sms: SmsGateway = {
    ...patient,
    everyMs: 2,
    send: (...given) => (clinic.server.clock.now < back ? impatient : patient).send(...given),
  }
  const clinic: MailClinic = await openMailClinic({ sms, pauses: [...usualPauses] })
  onTestFinished(() => clinic.close())
  const { db, appDb, clock } = clinic.server
  clock.now = at('10:00:00')
  await remindBySms(db, clock.now)
  // The start times of `each` visits, distributed evenly over the given minutes.
  const spread = (from: Date, minutes: number) =>
    Array.from({ length: each }, (_, n) => new Date(from.getTime() + Math.floor((n * minutes) / each) * MINUTE_MS))
  const tomorrow = spread(new Date(at('10:00:00').getTime() + DAY_MS), 60)
  const noon = spread(at('12:00:00'), 60)
  const soon = spread(at('10:20:00'), 30)
  const ids = await putVisits(db, clinic.catalogue, [...tomorrow, ...noon, ...soon])
  // The jobs run from ten o'clock on, but until eleven the gateway fails every request.
  gateway.answerWith(() => (clock.now < back ? BROKEN[Math.floor(Math.random() * BROKEN.length)]! : 'take'))
  for (; clock.now <= at('12:00:00'); clock.now = new Date(clock.now.getTime() + MINUTE_MS)) {
    await writeReminders(appDb, { email: false, sms: true }, clock.now)
    await inTransaction(appDb, (tx) => recoverMessages(tx, clock.now))
    const due = await db
      .selectFrom('messages')
      .select('id')
      .where('state', '=', 'queued')
      .where('send_at', '<=', clock.now)
      .execute()
    const send = async () => {
      for (let next = due.pop(); next; next = due.pop())
        await deliver(clinic.services, next.id, new AbortController().signal)
    }
    await Promise.all([send(), send(), send(), send()])
  }
  const rows = await db.selectFrom('messages').selectAll().where('channel', '=', 'sms').execute()
  const outcomesOf = (from: number, occasion: string) =>
    ids
      .slice(from * each, (from + 1) * each)
      .map((id) => rows.find((row) => row.subject_id === id && row.occasion === occasion))
      .map((row) => [row?.state, row?.reason])
  const all = (state: string, reason: string | null) => Array.from({ length: each }, () => [state, reason])
  expect(outcomesOf(0, 'reminder_24h')).toEqual(all('sent', null))
  expect(outcomesOf(1, 'reminder_24h')).toEqual(all('skipped', 'passed'))
  expect(outcomesOf(1, 'reminder_2h')).toEqual(all('sent', null))
  expect(outcomesOf(2, 'reminder_24h')).toEqual(all('skipped', 'passed'))
  expect(outcomesOf(2, 'reminder_2h')).toEqual(all('skipped', 'passed'))
  // Exactly the messages that are recorded as sent have arrived, each once.
  expect(gateway.taken.map((sent) => sent.number).sort()).toEqual(Array.from({ length: 2 * each }, (_, n) => number(n)))
  const sent = rows.filter(({ state }) => state === 'sent')
  const lateMs = Math.max(...sent.map(({ sent_at }) => sent_at!.getTime() - back.getTime()))
  // An SMS that got no answer on two tries waits longest, because its third try follows 50 minutes later.
  expect(lateMs).toBeLessThanOrEqual(50 * MINUTE_MS)
  recordFigure({
    what: 'reminders after an hour without a gateway: sent, too late, calls',
    value: [sent.length, rows.length - sent.length, gateway.calls().all].join(', '),
  })
  recordFigure({ what: 'the last one was sent after', value: `${lateMs / MINUTE_MS} minutes`, goal: '≤ 50 minutes' })
})

test('visits of tomorrow get one reminder each, within the rate limit of the SMS gateway, with two processes of the app', async () => {
  const many = drillSize('visits tomorrow', 24)
  gateway = await startSmsGateway()
  const database = await createTestDatabase()
  const db = createDatabase(createTestPool({ connectionString: database.appUrl, max: 2 }))
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  // Reminders are not sent at night, so the clocks of both processes are set back to nine o'clock.
  const today = instantOf(manilaDate(new Date()), '09:00:00')
  const morning = today.getTime() <= Date.now() ? today : new Date(today.getTime() - DAY_MS)
  const startsAt = new Date(morning.getTime() + DAY_MS - 30 * MINUTE_MS)
  await putVisits(
    db,
    await createCatalogue(db),
    Array.from({ length: many }, () => startsAt),
  )
  await remindBySms(db, morning)
  const start = () =>
    startMain({
      DATABASE_URL: database.appUrl,
      DATABASE_ADMIN_URL: database.ownerUrl,
      SEMAPHORE_API_KEY: 'key-of-the-test',
      SEMAPHORE_URL: gateway.url,
      NODE_OPTIONS: `--import ${path.resolve('e2e/support/follow-test-clock.mjs')}`,
      CLOCK_OFFSET_MS: String(morning.getTime() - Date.now()),
      LOG_LEVEL: 'error',
    })
  const both = [start(), start()]
  await Promise.all(both.map(({ address }) => address))
  // Adds the job `each-minute`, which sends due messages, twice, so that both processes may run it at the same time.
  const look = () =>
    withClient(database.ownerUrl, (owner) =>
      owner.query(`select graphile_worker.add_job('each-minute', '{}'::json) from generate_series(1, 2)`),
    )
  const startedAt = performance.now()
  await look()
  await expect.poll(() => gateway.taken.length, { timeout: 1_800_000, interval: 200 }).toBe(many)
  const seconds = (performance.now() - startedAt) / 1000
  await look()
  const messages = (channel: string) =>
    db.selectFrom('messages').select(['state', 'reason']).where('channel', '=', channel).execute()
  await expect.poll(async () => (await messages('sms')).every(({ state }) => state === 'sent')).toBe(true)
  for (const main of both) main.process.kill('SIGTERM')
  await Promise.all(both.map(({ exited }) => exited))
  expect(await messages('sms')).toHaveLength(many)
  expect(gateway.taken.map((sent) => sent.number).sort()).toEqual(Array.from({ length: many }, (_, n) => number(n)))
  // Without a mail server each e-mail is recorded as skipped, with that reason.
  expect(await messages('email')).toEqual(
    Array.from({ length: many }, () => ({ state: 'skipped', reason: 'no-email-server' })),
  )
  expect(gateway.calls()).toEqual({ all: many, refusedByLimit: 0 })
  recordFigure({ what: 'reminders of two processes, each once', value: many, goal: String(many) })
  recordFigure({ what: 'all were sent in', value: `${seconds.toFixed(0)} s` })
})
