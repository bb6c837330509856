import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { createUser } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { afterNight } from '#shared/messages/sending-time.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'
import { writeReminders } from './due-messages.ts'
import { drillSize } from '../../scripts/test/drill-form.ts'

const CHANNELS = { email: true, sms: false }
const BOTH_CHANNELS = { email: true, sms: true }
/** How many visits of one day get reminders. */
const VISITS = drillSize('visits with an e-mail', 200)

let clinic: MailClinic
beforeAll(async () => {
  clinic = await openMailClinic()
})
afterAll(() => clinic.close())
beforeEach(() => {
  clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
  clinic.mail.received.length = 0
})

const at = (instant: string) => {
  clinic.server.clock.now = new Date(`${instant}+08:00`)
}
/** Writes the due reminders and sends them. */
async function remindAll(): Promise<void> {
  await writeReminders(clinic.server.appDb, CHANNELS, clinic.server.clock.now)
  await clinic.deliverAll()
}
const remindersOf = async (id: string) =>
  (await clinic.messagesAbout(id)).filter(([occasion]) => occasion.startsWith('reminder'))

test('a confirmed visit gets one reminder a day ahead and one two hours ahead', async () => {
  const id = await clinic.appointment('2026-12-01', '14:00:00', 'confirmed')
  const request = await clinic.appointment('2026-12-01', '15:00:00')
  at('2026-11-30T13:59:00')
  await remindAll()
  expect(await remindersOf(id)).toEqual([])
  at('2026-11-30T14:00:00')
  await remindAll()
  await remindAll()
  expect(await remindersOf(id)).toEqual([['reminder_24h', 'sent', null]])
  at('2026-12-01T12:00:00')
  await remindAll()
  expect(await remindersOf(id)).toEqual([
    ['reminder_24h', 'sent', null],
    ['reminder_2h', 'sent', null],
  ])
  // A request that the clinic has not confirmed gets no reminder.
  expect(await remindersOf(request)).toEqual([])
})

test('an e-mail due at night is sent at once; an SMS waits for the morning, and is skipped if the visit has passed by then', async () => {
  const { db, appDb, clock } = clinic.server
  const rows = ['reminder_24h', 'reminder_2h'].map((occasion) => ({
    branch_id: MAIN_BRANCH_ID,
    occasion,
    channel: 'sms',
    is_on: true,
    updated_at: clock.now,
  }))
  await db.insertInto('message_occasions').values(rows).execute()
  const late = await clinic.appointment('2026-12-02', '21:00:00', 'confirmed')
  const early = await clinic.appointment('2026-12-03', '08:00:00', 'confirmed')
  const remindersAt = async (id: string, occasion: string, instant: string) => {
    at(instant)
    await writeReminders(appDb, BOTH_CHANNELS, clock.now)
    const found = db.selectFrom('messages').select(['occasion', 'channel', 'state', 'send_at']).orderBy('channel')
    return found.where('subject_id', '=', id).where('occasion', '=', occasion).execute()
  }
  expect(await remindersAt(late, 'reminder_24h', '2026-12-01T21:00:00')).toEqual([
    { occasion: 'reminder_24h', channel: 'email', state: 'queued', send_at: new Date('2026-12-01T21:00:00+08:00') },
    { occasion: 'reminder_24h', channel: 'sms', state: 'queued', send_at: new Date('2026-12-02T08:00:00+08:00') },
  ])
  expect(await remindersAt(early, 'reminder_2h', '2026-12-03T06:00:00')).toMatchObject([
    { occasion: 'reminder_2h', channel: 'email', state: 'queued', send_at: new Date('2026-12-03T06:00:00+08:00') },
    { occasion: 'reminder_2h', channel: 'sms', state: 'skipped' },
  ])
  await db.deleteFrom('message_occasions').execute()
})

test('moving or cancelling a visit cancels its reminder, and the new time of a moved visit gets its own reminder', async () => {
  const moved = await clinic.appointment('2026-12-04', '14:00:00', 'confirmed')
  const cancelled = await clinic.appointment('2026-12-04', '15:00:00', 'confirmed')
  at('2026-12-03T15:00:00')
  await writeReminders(clinic.server.appDb, CHANNELS, clinic.server.clock.now)
  await clinic.desk(contract.reschedule, {
    params: { id: moved },
    body: { appointment_id: moved, appointment_date: '2026-12-10', appointment_time: '14:00:00' },
  })
  await clinic.desk(contract.updateStatus, {
    params: { id: cancelled },
    body: { status: 'cancelled', reason: 'clinic' },
  })
  await clinic.deliverAll()
  expect(await remindersOf(moved)).toEqual([['reminder_24h', 'skipped', 'superseded']])
  expect(await remindersOf(cancelled)).toEqual([['reminder_24h', 'skipped', 'superseded']])
  at('2026-12-09T14:00:00')
  await remindAll()
  expect((await remindersOf(moved)).at(-1)).toEqual(['reminder_24h', 'sent', null])
})

test('a reminder is not sent if the client was notified of the visit after the reminder was due', async () => {
  at('2026-12-10T10:00:00')
  const id = await clinic.appointment('2026-12-10', '13:00:00', 'confirmed')
  await remindAll()
  expect(await remindersOf(id)).toEqual([])
  at('2026-12-10T11:00:00')
  await remindAll()
  expect(await remindersOf(id)).toEqual([['reminder_2h', 'sent', null]])
})

test('for messages the night is from 8:00 PM to 8:00 AM in Manila', () => {
  const morning = (instant: string) => afterNight(new Date(`${instant}+08:00`)).getTime()
  const same = (instant: string) => new Date(`${instant}+08:00`).getTime()
  expect(morning('2026-12-01T19:59:59')).toBe(same('2026-12-01T19:59:59'))
  expect(morning('2026-12-01T20:00:00')).toBe(same('2026-12-02T08:00:00'))
  expect(morning('2026-12-02T00:00:00')).toBe(same('2026-12-02T08:00:00'))
  expect(morning('2026-12-02T07:59:59')).toBe(same('2026-12-02T08:00:00'))
  expect(morning('2026-12-02T08:00:00')).toBe(same('2026-12-02T08:00:00'))
})

test('each visit of tomorrow gets one reminder, even if two processes of the app run', async () => {
  const { db, database } = clinic.server
  const { treatmentId, serviceId } = clinic.catalogue
  const client = await createUser(db, 'client', { name: 'Maria Santos' })
  await sql`insert into appointments (id, branch_id, client_id, treatment_id, service_id, starts_at, ends_at, status,
      created_by, created_at, updated_at)
    select gen_random_uuid(), ${MAIN_BRANCH_ID}, ${client.clientId}, ${treatmentId}, ${serviceId},
      '2026-12-20T14:00:00+08:00'::timestamptz, '2026-12-20T14:30:00+08:00', 'confirmed', ${client.id},
      '2026-11-21T09:00:00+08:00', '2026-11-21T09:00:00+08:00' from generate_series(1, ${VISITS}::int)`.execute(db)
  at('2026-12-19T14:30:00')
  const both = [clinic.server.appDb, clinic.server.appDb]
  await Promise.all(both.map((each) => writeReminders(each, CHANNELS, clinic.server.clock.now)))
  // On a busy machine a connection may time out, so a reminder is tried again.
  const services = { ...clinic.services, pauses: Array<number>(50).fill(500) }
  const ignore = () => undefined
  const options = { ...services, connectionString: database.appUrl, publish: ignore, warn: ignore }
  const stops = both.map(() => startJobs(options))
  const notSent = () =>
    db
      .selectFrom('messages')
      .select(['state', 'reason'])
      .where('created_at', '=', clinic.server.clock.now)
      .where('state', '!=', 'sent')
      .execute()
  await expect.poll(notSent, { timeout: 240_000, interval: 500 }).toEqual([])
  await Promise.all(stops.map((stop) => stop()))
  expect(new Set(clinic.mail.received.map(({ email }) => email.messageId)).size).toBe(VISITS)
  expect(clinic.mail.received).toHaveLength(VISITS)
})
