import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectRefused } from '#server/appointments/booking-fixture.ts'
import { newId } from '#server/lib/new-id.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { messagesContract as contract } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'

const DATE = '2026-12-01'
let clinic: MailClinic
let client: TestUser
let visit: string

beforeAll(async () => {
  clinic = await openMailClinic()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
  clinic.mail.received.length = 0
  await clinic.server.db.deleteFrom('resource_slots').execute()
  client = await createUser(clinic.server.db, 'client', { name: 'Liza Soriano', contactNumber: '0917 123 4567' })
  visit = await clinic.appointment(DATE, '10:00:00', 'confirmed', client)
  // Removes the confirmation message, which this test does not check.
  await clinic.server.db.deleteFrom('messages').execute()
})

const ask = (id = visit) => clinic.desk(contract.askToMove, { params: { id } })
const toMove = async () => (await clinic.messagesAbout(visit)).filter(([occasion]) => occasion === 'must_move')
const move = () =>
  clinic.desk(appointmentsContract.reschedule, {
    params: { id: visit },
    body: { appointment_id: visit, appointment_date: DATE, appointment_time: '11:00:00' },
  })

test('a client is asked to move a visit only once for each start time; the visit does not change, and the history records the message', async () => {
  expect((await ask()).message).toBe(s.toldToMove('Liza Soriano', 'e-mail'))
  expect((await lastLogEntry(clinic.server.db)).action).toBe(
    'Told Liza Soriano that the visit on December 1, 2026 at 10:00 AM must be moved',
  )
  expect((await ask()).message).toBe(s.toldAlready('Liza Soriano'))
  await clinic.deliverAll()
  expect(await toMove()).toEqual([['must_move', 'sent', null]])
  const [mail] = clinic.mail.received
  expect(mail!.to).toEqual([client.email])
  expect(mail!.email.subject).toBe('Please choose another time: Tuesday, December 1, 2026, 10:00 AM')
  expect(mail!.email.text).toContain('See, move or cancel my visit:\nhttps://clinic.example.ph/')
  const { status } = await clinic.server.db
    .selectFrom('appointments')
    .select('status')
    .where('id', '=', visit)
    .executeTakeFirstOrThrow()
  expect(status).toBe('confirmed')
  await move()
  expect((await ask()).message).toBe(s.toldToMove('Liza Soriano', 'e-mail'))
})

test('if the message asking a client to move a visit was not delivered, it can be sent again, and the client does not count as notified', async () => {
  const { db } = clinic.server
  await ask()
  clinic.mail.refuseWith(550)
  await clinic.deliverAll()
  clinic.mail.refuseWith(null)
  expect((await toMove())[0]!.slice(0, 2)).toEqual(['must_move', 'failed'])
  await db.updateTable('people').set({ email: null }).where('id', '=', client.id).execute()
  await expectRefused(ask(), 409, s.cannotReach('Liza Soriano'))
  await db.updateTable('people').set({ email: client.email }).where('id', '=', client.id).execute()
  expect((await ask()).message).toBe(s.toldToMove('Liza Soriano', 'e-mail'))
  await clinic.deliverAll()
  expect(await toMove()).toEqual([['must_move', 'sent', null]])
  expect((await ask()).message).toBe(s.toldAlready('Liza Soriano'))
})

test('if a visit is moved before the message asking to move it is sent, the client is only notified of the new time', async () => {
  await ask()
  await move()
  await clinic.deliverAll()
  expect(await toMove()).toEqual([['must_move', 'skipped', 'superseded']])
  expect(clinic.mail.received.map(({ email }) => email.subject)).toEqual([
    'New time: Tuesday, December 1, 2026, 11:00 AM',
  ])
})

test('asking a client to move a visit also sends a one-part SMS without the treatment, if the clinic has switched it on', async () => {
  const texts: string[] = []
  const send = ({ text }: { text: string }) => Promise.resolve(void texts.push(text))
  const other = await openMailClinic({ sms: { everyMs: 1, host: 'sms.example.ph', send } })
  try {
    await other.server.db.updateTable('branches').set({ name: 'Perlas' }).execute()
    const body = { occasion: 'must_move', channel: 'sms', is_on: true, subject: null, body: null } as const
    await other.admin(contract.saveOccasion, { body })
    const liza = await createUser(other.server.db, 'client', { name: 'Liza', contactNumber: '0917 123 4567' })
    const id = await other.appointment(DATE, '10:00:00', 'confirmed', liza)
    const { message } = await other.desk(contract.askToMove, { params: { id } })
    expect(message).toBe(s.toldToMove('Liza', 'e-mail and SMS'))
    await other.deliverAll()
    expect(texts).toEqual([
      'Perlas: sorry, your visit on Tue, Dec 1, 10:00 AM needs a new time. Please call 0917 555 0100 to choose one.',
    ])
  } finally {
    await other.close()
  }
})

test('asking a client to move a visit is rejected if no message would arrive, and for a past or unknown visit', async () => {
  const { db } = clinic.server
  await expectRefused(ask(newId()), 404, appointmentMessages.notFound)
  const body = { occasion: 'must_move', channel: 'email', subject: null, body: null } as const
  const { data } = await clinic.admin(contract.saveOccasion, { body: { ...body, is_on: false } })
  await expectRefused(ask(), 409, s.cannotReach('Liza Soriano'))
  await clinic.admin(contract.saveOccasion, { body: { ...body, is_on: true } }, ifMatchVersion(data.version))
  await db.updateTable('people').set({ email: null }).where('id', '=', client.id).execute()
  await expectRefused(ask(), 409, s.cannotReach('Liza Soriano'))
  await db.updateTable('people').set({ email: client.email }).where('id', '=', client.id).execute()
  clinic.server.clock.now = new Date(`${DATE}T10:00:00+08:00`)
  await expectRefused(ask(), 409, s.visitOver)
  expect(await toMove()).toEqual([])
})
