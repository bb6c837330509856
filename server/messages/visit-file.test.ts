import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { calendarOf, openMailClinic, readCalendar, type MailClinic } from './message-fixture.ts'

let clinic: MailClinic
beforeAll(async () => {
  clinic = await openMailClinic()
})
afterAll(() => clinic.close())

const fileOf = (client: TestUser, id: string) =>
  clinic.server.app.inject({
    url: `/api/my/appointments/${id}/calendar-file`,
    headers: { authorization: `Bearer ${client.token}` },
  })
const setStatus = (id: string, status: 'confirmed' | 'cancelled') =>
  clinic.desk(contract.updateStatus, {
    params: { id },
    body: { status, ...(status === 'cancelled' && { reason: 'clinic' as const }) },
  })
/** Books on the booking page and reads the e-mail about the request. */
async function bookOnPage(client: TestUser, date: string): Promise<string> {
  const id = await clinic.ownVisit(client, date, '14:00:00')
  await clinic.deliverAll()
  await clinic.mail.next()
  return id
}
const nextCalendar = async () => {
  await clinic.deliverAll()
  return calendarOf(await clinic.mail.next())
}

type Event = NonNullable<ReturnType<typeof calendarOf>>
/**
 * Simulates a calendar program, which recognises an entry by its UID. Throws for an event that is not newer than the
 * entry.
 */
function enter(calendar: Map<string, Event>, event: Event): void {
  const known = calendar.get(event.uid)
  if (event.method !== 'PUBLISH' && !known) throw new Error('An e-mail is about an entry that is not in the calendar.')
  if (known && known.sequence >= event.sequence) throw new Error('A text is not newer than the entry.')
  if (known && known.organizer !== event.organizer) throw new Error('Another organizer may not change an entry.')
  if (event.method === 'CANCEL') calendar.delete(event.uid)
  else calendar.set(event.uid, event)
}

test('a calendar entry added from the booking page is confirmed, moved and cancelled by the later e-mails', async () => {
  const client = await clinic.newClient()
  const id = await bookOnPage(client, '2026-12-01')
  const file = await fileOf(client, id)
  expect(file.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="visit-2026-12-01.ics"',
  })
  const calendar = new Map<string, Event>()
  const entry = () => [...calendar.values()]
  enter(calendar, readCalendar(file.body))
  expect(entry()).toMatchObject([
    {
      method: 'PUBLISH',
      status: 'TENTATIVE',
      summary: 'Diamond peel at Perlas <Clinic> & Spa',
      starts: '2026-12-01T06:00:00.000Z',
      ends: '2026-12-01T06:30:00.000Z',
    },
  ])
  await setStatus(id, 'confirmed')
  enter(calendar, (await nextCalendar())!)
  expect(entry()).toMatchObject([{ status: 'CONFIRMED', starts: '2026-12-01T06:00:00.000Z' }])
  await clinic.desk(contract.reschedule, {
    params: { id },
    body: { appointment_id: id, appointment_date: '2026-12-02', appointment_time: '10:00:00' },
  })
  enter(calendar, (await nextCalendar())!)
  expect(entry()).toMatchObject([{ status: 'CONFIRMED', starts: '2026-12-02T02:00:00.000Z' }])
  expect(readCalendar((await fileOf(client, id)).body)).toMatchObject({ starts: '2026-12-02T02:00:00.000Z' })
  await setStatus(id, 'cancelled')
  enter(calendar, (await nextCalendar())!)
  expect(entry()).toEqual([])
  expect((await fileOf(client, id)).statusCode).toBe(404)
})

test('a declined request is removed from the client’s calendar', async () => {
  const client = await clinic.newClient()
  const id = await bookOnPage(client, '2026-12-03')
  const calendar = new Map<string, Event>()
  enter(calendar, readCalendar((await fileOf(client, id)).body))
  await setStatus(id, 'cancelled')
  enter(calendar, (await nextCalendar())!)
  expect([...calendar.values()]).toEqual([])
})

test('a calendar file is available only to the client of the appointment', async () => {
  const [client, other] = [await clinic.newClient(), await clinic.newClient()]
  const id = await bookOnPage(client, '2026-12-04')
  expect((await fileOf(other, id)).statusCode).toBe(404)
  expect((await clinic.server.app.inject(`/api/my/appointments/${id}/calendar-file`)).statusCode).toBe(401)
})

test('replies to e-mails and calendar entries go to the clinic’s own e-mail, where it has one', async () => {
  const { db } = clinic.server
  const client = await clinic.newClient()
  const setEmail = (email: string) => db.updateTable('branches').set({ email }).execute()
  const mailOf = async (date: string) => {
    const id = await clinic.appointment(date, '10:00:00', 'confirmed', client)
    await clinic.deliverAll()
    const mail = await clinic.mail.next()
    return { mail, entry: calendarOf(mail)!, page: readCalendar((await fileOf(client, id)).body) }
  }
  await setEmail('')
  const without = await mailOf('2026-12-07')
  expect(without.mail.email.replyTo).toBeUndefined()
  for (const { organizer, sentBy } of [without.entry, without.page])
    expect([organizer, sentBy]).toEqual(['mailto:hello@perlas.example', null])
  await setEmail('front.desk@perlas.example')
  const { mail, entry, page } = await mailOf('2026-12-08')
  await setEmail('')
  expect(mail.email.from).toMatchObject({ address: 'hello@perlas.example' })
  expect(mail.email.replyTo).toEqual([{ name: 'Perlas <Clinic> & Spa', address: 'front.desk@perlas.example' }])
  for (const { organizer, sentBy } of [entry, page])
    expect([organizer, sentBy]).toEqual(['mailto:front.desk@perlas.example', 'mailto:hello@perlas.example'])
})
