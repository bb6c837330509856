import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/db/transactions.ts'
import { recoverMessages } from '#server/messages/outbox/outbox.ts'
import type { SmsGateway } from '#server/messages/transport/sms-gateway.ts'
import { createUser } from '#server/test/factories.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'
import { deliver } from './deliver.ts'

const MORNING = new Date('2026-11-22T08:00:00+08:00')
let sent: string[] = []
const sms: SmsGateway = {
  host: 'gateway.example',
  everyMs: 1,
  send: ({ text }) => {
    sent.push(text)
    return Promise.resolve()
  },
}
let clinic: MailClinic
beforeAll(async () => {
  clinic = await openMailClinic({ sms })
  await clinic.admin(messagesContract.saveOccasion, {
    body: { occasion: 'booked', channel: 'sms', is_on: true, subject: null, body: null },
  })
})
afterAll(() => clinic.close())
beforeEach(async () => {
  sent = []
  clinic.mail.received.length = 0
  await clinic.server.db.deleteFrom('messages').execute()
})

const at = (instant: string) => {
  clinic.server.clock.now = new Date(`${instant}+08:00`)
}
/** Books a visit in the evening of November 21, and returns the client's SMS and e-mail about it. */
async function bookInTheEvening(time: string) {
  at('2026-11-21T19:57:00')
  const client = await createUser(clinic.server.db, 'client', { contactNumber: '0917 123 4567' })
  const id = await clinic.appointment('2026-12-01', time, 'pending', client)
  return (channel: 'sms' | 'email') =>
    clinic.server.db
      .selectFrom('messages')
      .select(['id', 'state', 'reason', 'send_at', 'unanswered'])
      .where('subject_id', '=', id)
      .where('channel', '=', channel)
      .executeTakeFirstOrThrow()
}
const send = (id: string) => deliver(clinic.services, id, new AbortController().signal)
/** The times at which jobs send the message. */
const jobsOf = async (id: string) =>
  (await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs where key = ${id}`.execute(clinic.server.db))
    .rows

test('an SMS that no process could send in the evening waits until 8 AM, and an e-mail is sent at once when the process runs again', async () => {
  const find = await bookInTheEvening('10:00:00')
  at('2026-11-22T03:00:00')
  await clinic.deliverAll()
  const { id } = await find('sms')
  expect(await find('sms')).toMatchObject({ state: 'queued', reason: null, send_at: MORNING, unanswered: 0 })
  expect(await jobsOf(id)).toEqual([{ run_at: MORNING }])
  expect((await find('email')).state).toBe('sent')
  expect([sent.length, clinic.mail.received.length]).toEqual([0, 1])
  at('2026-11-22T08:00:00')
  await send(id)
  expect((await find('sms')).state).toBe('sent')
  expect(sent).toHaveLength(1)
})

test('an SMS in progress when its process died in the evening is sent again at 8 AM and not at night', async () => {
  const find = await bookInTheEvening('11:00:00')
  const { db, appDb, clock } = clinic.server
  const { id } = await find('sms')
  await db.updateTable('messages').set({ state: 'sending' }).where('id', '=', id).execute()
  at('2026-11-22T03:00:00')
  await inTransaction(appDb, (tx) => recoverMessages(tx, clock.now))
  await send(id)
  expect(await find('sms')).toMatchObject({ state: 'queued', send_at: MORNING, unanswered: 1 })
  expect(sent).toEqual([])
})

test('an SMS for which somebody waits at a screen is also sent at night', async () => {
  // The night after the other tests' SMS, because an SMS waits until those before it have left.
  at('2026-11-23T03:00:00')
  const { token } = await createUser(clinic.server.db, 'admin', { contactNumber: '0917 123 4567' })
  await clinic.server.as(token)(messagesContract.test, { body: { channel: 'sms' } })
  await clinic.deliverAll()
  expect(sent).toEqual([expect.stringContaining('This is a test.')])
})
