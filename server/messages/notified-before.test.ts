import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { calendarOf, openMailClinic, type MailClinic } from './message-fixture.ts'

let clinic: MailClinic
beforeAll(async () => {
  clinic = await openMailClinic()
})
afterAll(() => clinic.close())
beforeEach(() => {
  clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
  clinic.mail.received.length = 0
})

const cancel = (id: string) =>
  clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'cancelled', reason: 'clinic' } })
const move = (id: string, appointment_date: string, appointment_time: string) =>
  clinic.desk(contract.reschedule, {
    params: { id },
    body: { appointment_id: id, appointment_date, appointment_time },
  })
/** Sends all messages after the minute in which staff can undo a change. */
async function deliverLater(): Promise<void> {
  const { clock } = clinic.server
  clock.now = new Date(clock.now.getTime() + 60_000)
  await clinic.deliverAll()
}

/** Staff book for a client, who is notified after the minute in which staff can undo the booking. */
async function bookedByStaff(
  date: string,
  client?: TestUser,
  status: 'confirmed' | 'pending' = 'confirmed',
): Promise<string> {
  const { id } = client ?? (await clinic.newClient())
  const body = { ...clinic.visit(date, '10:00:00', id), status }
  return (await clinic.desk(contract.book, { body })).data.appointment_id
}
const subjectsSent = () => clinic.mail.received.map(({ email }) => email.subject)

test('a client gets no message about a visit that staff booked and cancelled at once, but gets one if the client had booked it', async () => {
  const unknown = await bookedByStaff('2026-12-22')
  await cancel(unknown)
  await cancel(await clinic.ownVisit(await clinic.newClient(), '2026-12-22', '15:00:00'))
  await deliverLater()
  expect(await clinic.messagesAbout(unknown)).toEqual([
    ['confirmed', 'skipped', 'superseded'],
    ['cancelled', 'skipped', 'not-told'],
  ])
  expect(subjectsSent()).toEqual(['We cannot take your request for Tuesday, December 22, 2026'])
})

test('a visit that is moved before its confirmation was sent is confirmed once, with its new time', async () => {
  const id = await bookedByStaff('2026-12-23')
  await move(id, '2026-12-23', '15:00:00')
  await deliverLater()
  expect(subjectsSent()).toEqual(['Confirmed: Wednesday, December 23, 2026, 3:00 PM'])
  expect(calendarOf(clinic.mail.received[0]!)).toMatchObject({ starts: '2026-12-23T07:00:00.000Z' })
  expect(await clinic.messagesAbout(id)).toEqual([
    ['confirmed', 'sent', null],
    ['moved', 'skipped', 'superseded'],
  ])
  // The client has been notified, so a move and a cancellation are announced.
  await move(id, '2026-12-23', '16:00:00')
  await clinic.deliverAll()
  await cancel(id)
  await clinic.deliverAll()
  expect(subjectsSent().slice(1)).toEqual([
    'New time: Wednesday, December 23, 2026, 4:00 PM',
    'Cancelled: Wednesday, December 23, 2026, 4:00 PM',
  ])
})

test('a request that staff move before its first message was sent is announced only by the message about the move', async () => {
  const id = await bookedByStaff('2026-12-30', undefined, 'pending')
  await move(id, '2026-12-30', '15:00:00')
  await deliverLater()
  expect(await clinic.messagesAbout(id)).toEqual([
    ['booked', 'skipped', 'superseded'],
    ['moved', 'sent', null],
  ])
  expect(subjectsSent()).toEqual(['New time: Wednesday, December 30, 2026, 3:00 PM'])
})

test('a client who cancels a visit gets an e-mail about it, even before one about the booking was sent', async () => {
  const client = await clinic.newClient()
  const id = await bookedByStaff('2026-12-29', client)
  await clinic.server.as(client.token)(contract.cancelMine, { params: { id }, body: {} })
  await deliverLater()
  expect(subjectsSent()).toEqual(['Cancelled: Tuesday, December 29, 2026, 10:00 AM'])
})

test('a clinic that has switched off e-mails about confirmed visits still sends e-mails about cancellations', async () => {
  const turn = (is_on: boolean) =>
    clinic.admin(messagesContract.saveOccasion, {
      body: { occasion: 'confirmed', channel: 'email', is_on, subject: null, body: null },
    })
  await turn(false)
  const id = await bookedByStaff('2026-12-28')
  await turn(true)
  await cancel(id)
  await clinic.deliverAll()
  expect(subjectsSent()).toEqual(['Cancelled: Monday, December 28, 2026, 10:00 AM'])
})
