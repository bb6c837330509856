import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { newId } from '#server/lib/new-id.ts'
import { createUser } from '#server/test/factories.ts'
import { expireFirstVisits } from '#server/jobs/job-list.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { runWhileLocked } from '#server/test/run-while-locked.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { selfServiceContract } from '#shared/appointments/self-service-contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { refusalMessages } from '#shared/appointments/messages.ts'
import { errorOf, expectRefused } from '#server/appointments/booking-fixture.ts'
import { calendarOf, openMailClinic, type MailClinic } from './message-fixture.ts'

let clinic: MailClinic
beforeAll(async () => {
  clinic = await openMailClinic()
})
afterAll(() => clinic.close())

const setStatus = (id: string, status: 'confirmed' | 'cancelled', reason?: 'clinic' | 'no-show') =>
  clinic.desk(contract.updateStatus, { params: { id }, body: { status, ...(reason && { reason }) } })
const move = (id: string, date: string, time: string) =>
  clinic.desk(contract.reschedule, {
    params: { id },
    body: { appointment_id: id, appointment_date: date, appointment_time: time },
  })

test('a booking is confirmed by e-mail at once, in text and HTML, escaped, without external content', async () => {
  const client = await clinic.newClient('Ana <b>"Santos"')
  const { data } = await clinic.server.as(client.token)(contract.book, { body: clinic.visit('2026-12-01', '14:00:00') })
  await clinic.deliverAll()
  const { email, to, raw } = await clinic.mail.next()
  expect(to).toEqual([client.email])
  expect(email.from).toMatchObject({ name: 'Perlas <Clinic> & Spa', address: 'hello@perlas.example' })
  expect(email.subject).toBe('We have your request for Tuesday, December 1, 2026')
  expect(email.text).toContain('Hello Ana <b>"Santos",')
  expect(email.text).toContain('Treatment: Diamond peel\nWhen: Tuesday, December 1, 2026, 2:00 PM')
  expect(email.text).toContain('All your visits: https://clinic.example.ph/Profile')
  expect(email.html).toMatch(/href="https:\/\/clinic\.example\.ph\/Profile"[^>]*>All your visits</)
  // A time, a date and a phone number do not break at the end of a line.
  expect(email.html).toContain('Tuesday, December&nbsp;1, 2026 at 2:00&nbsp;PM')
  expect(email.html).toContain('0917&nbsp;555&nbsp;0100')
  expect(email.html).toContain('Hello Ana &lt;b&gt;&quot;Santos&quot;,')
  expect(email.html).toContain('Perlas &lt;Clinic&gt; &amp; Spa')
  expect(email.html).not.toMatch(/<img|<script|<link|src=|url\(/i)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated/im)
  expect(email.messageId).toMatch(/^<[0-9a-f-]{36}@perlas\.example>$/)
  // A request is not a visit yet, so it has no calendar entry.
  expect(calendarOf({ email })).toBeNull()
  expect(await clinic.messagesAbout(data.appointment_id)).toEqual([['booked', 'sent', null]])
})

test('an e-mail shows the clinic’s logo above its name, from the clinic’s own URL; without pictures the name is shown', async () => {
  const logo = '01900000-0000-7000-8000-000000000009'
  await clinic.server.db
    .insertInto('website_versions')
    .values({
      id: newId(),
      branch_id: MAIN_BRANCH_ID,
      number: 1,
      content: JSON.stringify({ look: { colours: 'lagoon', logo } }),
      changed: [],
      published_at: clinic.server.clock.now,
      published_by_name: 'Isabel Reyes',
    })
    .execute()
  await clinic.appointment('2026-12-30', '10:00:00', 'confirmed')
  await clinic.deliverAll()
  const { email } = await clinic.mail.next()
  const pictures = Array.from(String(email.html).matchAll(/<img[^>]*>/g), ([tag]) => tag)
  expect(pictures).toEqual([
    expect.stringContaining(`src="https://clinic.example.ph/icons/clinic-${logo}-sign.png" alt=""`),
  ])
  expect(email.html).toContain('Perlas &lt;Clinic&gt; &amp; Spa</p>')
  expect(email.text).not.toContain('icons')
})

test('the e-mail about a confirmed visit has a calendar file; the e-mails about a move and a cancellation update and remove the calendar entry', async () => {
  const id = await clinic.appointment('2026-12-02', '10:00:00', 'confirmed')
  await clinic.deliverAll()
  const confirmed = calendarOf(await clinic.mail.next())!
  expect(confirmed).toMatchObject({
    method: 'REQUEST',
    uid: `${id}@visits.mutya`,
    summary: 'Diamond peel at Perlas <Clinic> & Spa',
    location: '12 Scout St, Quezon City',
    starts: '2026-12-02T02:00:00.000Z',
    ends: '2026-12-02T02:30:00.000Z',
    status: 'CONFIRMED',
  })
  await move(id, '2026-12-03', '11:00:00')
  await clinic.deliverAll()
  const movedMail = await clinic.mail.next()
  const moved = calendarOf(movedMail)!
  expect(movedMail.email.subject).toBe('New time: Thursday, December 3, 2026, 11:00 AM')
  expect(movedMail.email.text).toContain('It was on Wednesday, December 2, 2026 at 10:00 AM.')
  expect(moved).toMatchObject({ method: 'REQUEST', uid: confirmed.uid, starts: '2026-12-03T03:00:00.000Z' })
  expect(moved.sequence).toBeGreaterThan(confirmed.sequence)
  await setStatus(id, 'cancelled', 'clinic')
  await clinic.deliverAll()
  const cancelled = calendarOf(await clinic.mail.next())!
  expect(cancelled).toMatchObject({ method: 'CANCEL', uid: confirmed.uid, status: 'CANCELLED' })
  expect(cancelled.sequence).toBeGreaterThan(moved.sequence)
  expect((await clinic.messagesAbout(id)).map(([occasion, state]) => [occasion, state])).toEqual([
    ['booked', 'skipped'],
    ['confirmed', 'sent'],
    ['moved', 'sent'],
    ['cancelled', 'sent'],
  ])
})

test('a client is notified of a rejected request as declined, and not notified of a no-show', async () => {
  const declined = await clinic.ownVisit(await clinic.newClient(), '2026-12-04', '10:00:00')
  await setStatus(declined, 'cancelled', 'clinic')
  const missed = await clinic.appointment('2026-12-04', '11:00:00', 'confirmed')
  await setStatus(missed, 'cancelled', 'no-show')
  await clinic.deliverAll()
  expect((await clinic.mail.next()).email.subject).toBe('We cannot take your request for Friday, December 4, 2026')
  expect(await clinic.messagesAbout(declined)).toEqual([
    ['booked', 'skipped', 'superseded'],
    ['declined', 'sent', null],
  ])
  expect(await clinic.messagesAbout(missed)).toEqual([
    ['booked', 'skipped', 'superseded'],
    ['confirmed', 'skipped', 'superseded'],
  ])
})

test('clients who move or cancel a visit get an e-mail', async () => {
  const client = await clinic.newClient()
  const id = await clinic.appointment('2026-12-07', '10:00:00', 'confirmed', client)
  await clinic.deliverAll()
  await clinic.mail.next()
  const own = clinic.server.as(client.token)
  await own(selfServiceContract.move, {
    params: { id },
    body: { appointment_date: '2026-12-14', appointment_time: '15:00:00' },
  })
  await clinic.deliverAll()
  expect((await clinic.mail.next()).email.subject).toBe('New time: Monday, December 14, 2026, 3:00 PM')
  await own(contract.cancelMine, { params: { id }, body: {} })
  await clinic.deliverAll()
  expect((await clinic.mail.next()).email.subject).toBe('Cancelled: Monday, December 14, 2026, 3:00 PM')
})

test('the e-mail about a moved request says that the clinic will answer it, and does not confirm a new time', async () => {
  const client = await clinic.newClient()
  const id = await clinic.appointment('2026-12-07', '10:00:00', 'pending', client)
  await clinic.deliverAll()
  await clinic.mail.next()
  const body = { appointment_date: '2026-12-14', appointment_time: '15:30:00' }
  await clinic.server.as(client.token)(selfServiceContract.move, { params: { id }, body })
  await clinic.deliverAll()
  const { email } = await clinic.mail.next()
  expect(email.subject).toBe('We have your request for Monday, December 14, 2026')
  expect(email.text).toContain('When: Monday, December 14, 2026, 3:30 PM')
  expect((await clinic.messagesAbout(id)).map(([occasion]) => occasion)).toEqual(['booked', 'booked'])
})

test('a change that staff undo within a minute sends no e-mail, and a change whose e-mail was sent cannot be undone', async () => {
  const early = await clinic.appointment('2026-12-09', '10:00:00')
  await setStatus(early, 'confirmed')
  await clinic.desk(visitContract.undo, { params: { id: early }, body: {} })
  expect((await clinic.messagesAbout(early)).at(-1)).toEqual(['confirmed', 'skipped', 'undone'])
  const late = await clinic.appointment('2026-12-09', '11:00:00')
  await setStatus(late, 'confirmed')
  await clinic.deliverAll()
  await expectRefused(
    clinic.desk(visitContract.undo, { params: { id: late }, body: {} }),
    409,
    refusalMessages.undoSent,
  )
  expect((await clinic.read(late)).status).toBe('confirmed')
  // The first e-mail is about the request of the later visit, the second about its confirmation.
  const subjects = [(await clinic.mail.next()).email.subject, (await clinic.mail.next()).email.subject]
  expect(subjects).toEqual([
    'We have your request for Wednesday, December 9, 2026',
    'Confirmed: Wednesday, December 9, 2026, 11:00 AM',
  ])
})

test('a change cannot be undone if its e-mail is just being claimed for sending', async () => {
  const id = await clinic.appointment('2026-12-09', '12:00:00')
  await setStatus(id, 'confirmed')
  const undo = runWhileLocked(clinic.server.db, {
    // The job that sends e-mails marks the message in the same way.
    lock: (tx) => tx.updateTable('messages').set({ state: 'sending' }).where('subject_id', '=', id).execute(),
    work: () => clinic.desk(visitContract.undo, { params: { id }, body: {} }),
  })
  await expectRefused(undo, 409, refusalMessages.undoSent)
  expect((await clinic.read(id)).status).toBe('confirmed')
})

test('a client is notified of a move once even if the visit changes before the e-mail is sent; of several moves only the final time is announced', async () => {
  const { db } = clinic.server
  const id = await clinic.appointment('2026-12-16', '10:00:00', 'confirmed')
  await clinic.deliverAll()
  await clinic.mail.next()
  await move(id, '2026-12-16', '14:00:00')
  // A payment, a merge or a change of the practitioner increases the visit's version but keeps its time.
  await db
    .updateTable('appointments')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await clinic.deliverAll()
  expect((await clinic.mail.next()).email.subject).toContain('December 16, 2026, 2:00 PM')
  await move(id, '2026-12-16', '15:00:00')
  await move(id, '2026-12-16', '16:00:00')
  await move(id, '2026-12-16', '15:00:00')
  await clinic.deliverAll()
  expect((await clinic.mail.next()).email.subject).toContain('December 16, 2026, 3:00 PM')
  const moves = (await clinic.messagesAbout(id)).filter(([occasion]) => occasion === 'moved')
  expect(moves).toEqual([
    ['moved', 'sent', null],
    ['moved', 'sent', null],
    ['moved', 'skipped', 'superseded'],
    ['moved', 'skipped', 'superseded'],
  ])
})

test('when the later of two moves is undone, the client is notified of the earlier one', async () => {
  const id = await clinic.appointment('2026-12-17', '10:00:00', 'confirmed')
  await clinic.deliverAll()
  await clinic.mail.next()
  await move(id, '2026-12-17', '14:00:00')
  await move(id, '2026-12-17', '15:00:00')
  await clinic.desk(visitContract.undo, { params: { id }, body: {} })
  await clinic.deliverAll()
  expect((await clinic.mail.next()).email.subject).toContain('December 17, 2026, 2:00 PM')
  expect((await clinic.messagesAbout(id)).slice(-2)).toEqual([
    ['moved', 'sent', null],
    ['moved', 'skipped', 'undone'],
  ])
})

test('messages to clients without e-mail or with a closed account, and about past visits, are skipped', async () => {
  const { db, clock } = clinic.server
  const nobody = await createUser(db, 'client')
  await db.updateTable('people').set({ email: null }).where('id', '=', nobody.id).execute()
  const id = await clinic.appointment('2026-12-10', '10:00:00', 'pending', nobody)
  const past = await clinic.appointment('2026-12-10', '11:00:00')
  await clinic.deliverAll.call(null)
  expect(await clinic.messagesAbout(id)).toEqual([['booked', 'skipped', 'no-email']])
  const late = await clinic.appointment('2026-12-10', '12:00:00')
  const before = clock.now
  clock.now = new Date('2026-12-10T12:00:00+08:00')
  await clinic.deliverAll()
  clock.now = before
  expect(await clinic.messagesAbout(late)).toEqual([['booked', 'skipped', 'too-late']])
  expect((await clinic.messagesAbout(past))[0]![1]).toBe('sent')
  await clinic.mail.next()
})

test('no e-mail is sent about a rolled-back change, and neither log nor outbox contains an e-mail address', async () => {
  const taken = clinic.visit('2026-12-11', '10:00:00')
  const [first, second] = [await clinic.newClient(), await clinic.newClient()]
  await clinic.server.as(first.token)(contract.book, { body: taken })
  const count = async () => (await clinic.server.db.selectFrom('messages').select('id').execute()).length
  const before = await count()
  expect((await errorOf(clinic.server.as(second.token)(contract.book, { body: taken }))).status).toBe(409)
  expect(await count()).toBe(before)
  const rows = await clinic.server.db.selectFrom('messages').selectAll().execute()
  const log = await logEntries(clinic.server.db, {})
  expect(JSON.stringify([rows, log])).not.toContain('@example.ph')
})

test('an e-mail about a visit of several services names them all', async () => {
  const client = await clinic.newClient()
  const body = { ...clinic.visit('2026-12-15', '10:00:00'), further_services: [clinic.catalogue.otherServiceId] }
  await clinic.server.as(client.token)(contract.book, { body })
  clinic.mail.received.length = 0
  await clinic.deliverAll()
  expect(clinic.mail.received.at(-1)!.email.text).toContain('Treatment: Diamond peel, Hydra glow\n')
})

test('an expired request is announced to the client, with a link to choose another time', async () => {
  const { appDb, clock, db } = clinic.server
  const before = clock.now
  const stranger = await createUser(db, 'client', { isUnknown: true, name: 'Nena Cruz' })
  const body = clinic.visit('2026-12-21', '14:00:00')
  const { data } = await clinic.server.as(stranger.token)(contract.book, { body })
  await clinic.deliverAll()
  clock.now = new Date(before.getTime() + 48 * 3_600_000)
  clinic.mail.received.length = 0
  await expireFirstVisits(appDb, clock.now, () => undefined, { email: true, sms: false })
  await clinic.deliverAll()
  clock.now = before
  expect(await clinic.messagesAbout(data.appointment_id)).toEqual([
    ['booked', 'sent', null],
    ['lapsed', 'sent', null],
  ])
  const { email, to } = clinic.mail.received.at(-1)!
  expect(to).toEqual([stranger.email])
  expect(email.subject).toBe('Your request for Monday, December 21, 2026 was not confirmed in time')
  expect(email.text).toContain('Choose another time:\nhttps://clinic.example.ph/BookAppointment')
})
