import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { createUser } from '#server/test/factories.ts'
import { offerFreeTimes } from '#server/waitlist/offer-runner.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { ownWaitlistContract } from '#shared/waitlist/contract.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'
import { writeRequestAlert } from './due-messages.ts'

let clinic: MailClinic
let texts: { to: string; text: string }[] = []
const sms = {
  everyMs: 1,
  host: 'sms.example.ph',
  send: ({ to, text }: { to: string; text: string }) => Promise.resolve(void texts.push({ to, text })),
}
beforeAll(async () => {
  // The test itself calls the job that offers freed times to the waitlist.
  clinic = await openMailClinic({ sms, offersAtOnce: false })
  const body = { occasion: 'offer', channel: 'sms', is_on: true, subject: null, body: null } as const
  await clinic.admin(messagesContract.saveOccasion, { body })
})
afterAll(() => clinic.close())
beforeEach(() => {
  at('2026-11-21T09:00:00')
  clinic.mail.received.length = 0
  texts = []
})

const at = (instant: string) => {
  clinic.server.clock.now = new Date(`${instant}+08:00`)
}
const offer = () =>
  offerFreeTimes({
    db: clinic.server.appDb,
    clock: () => clinic.server.clock.now,
    limits: defaultLimits.waitlist,
    channels: { email: true, sms: true },
    publish: () => undefined,
    warn: (error) => {
      throw error
    },
  })

/** Adds a waitlist entry for the morning of a day on which only ten o'clock is occupied. */
async function waitFor(date: string) {
  const visit = await clinic.appointment(date, '10:00:00', 'confirmed')
  const client = await createUser(clinic.server.db, 'client', { name: 'Nena Cruz', contactNumber: '0917 123 4567' })
  const { data } = await clinic.server.as(client.token)(ownWaitlistContract.join, {
    body: {
      service_id: clinic.catalogue.serviceId,
      first_date: date,
      last_date: date,
      day_parts: ['morning'],
    },
  })
  const body = { status: 'cancelled', reason: 'other' } as const
  const free = () => clinic.desk(appointmentsContract.updateStatus, { params: { id: visit }, body })
  return { client, id: data.id, free }
}
const outcomesOf = async (id: string) => (await clinic.messagesAbout(id)).map(([, state, reason]) => [state, reason])

test('a waitlist offer is sent at once by e-mail and SMS with its expiry time, and the SMS names no treatment', async () => {
  const { client, id, free } = await waitFor('2026-12-01')
  await free()
  await offer()
  await clinic.deliverAll()
  expect(await outcomesOf(id)).toEqual([
    ['sent', null],
    ['sent', null],
  ])
  const mail = clinic.mail.received.find(({ to }) => to[0] === client.email)!
  expect(mail.email.subject).toBe('A time is free: Tuesday, December 1, 2026, 10:00 AM')
  expect(mail.email.text).toContain('Reserved until: 9:30 AM')
  expect(mail.email.text).toContain('See and accept the time:\nhttps://clinic.example.ph/Profile')
  expect(texts).toEqual([
    {
      to: '+639171234567',
      text: 'Perlas <Clinic> & Spa: a time is free on Tue, Dec 1, 10:00 AM. We keep it until 9:30 AM. Accept it in your profile, or call 0917 555 0100.',
    },
  ])
  const { data } = await clinic.admin(messagesContract.list, { querystring: { search: 'Nena' } })
  expect(data.map(({ occasion, person }) => [occasion, person])).toEqual([
    ['offer', 'Nena Cruz'],
    ['offer', 'Nena Cruz'],
  ])
})

test('no waitlist offers are made at night: the longest waiting client is offered the time in the morning', async () => {
  const { id, free } = await waitFor('2026-12-02')
  at('2026-11-21T20:00:00')
  await free()
  await offer()
  at('2026-11-22T07:59:00')
  await offer()
  expect(await outcomesOf(id)).toEqual([])
  at('2026-11-22T08:00:00')
  await offer()
  expect((await outcomesOf(id)).length).toBe(2)
})

test('the message about a waitlist offer that has expired is no longer sent', async () => {
  const { client, id, free } = await waitFor('2026-12-03')
  await free()
  await offer()
  at('2026-11-21T09:30:00')
  await clinic.deliverAll()
  const skipped = ['skipped', 'passed']
  expect(await outcomesOf(id)).toEqual([skipped, skipped])
  expect(clinic.mail.received.filter(({ to }) => to[0] === client.email)).toEqual([])
})

const CHANNELS = { email: true, sms: true }
const tell = () => writeRequestAlert(clinic.server.appDb, CHANNELS, MAIN_BRANCH_ID, clinic.server.clock.now)
const setHours = (request_hours: number) => clinic.admin(messagesContract.saveRequestAlert, { body: { request_hours } })

test('staff are notified once of a request that has waited for more than four daytime hours', async () => {
  const { db } = clinic.server
  await db.deleteFrom('messages').execute()
  await db.updateTable('branches').set({ email: 'desk@perlas.example' }).execute()
  at('2026-11-21T18:00:00')
  const id = await clinic.appointment('2026-12-08', '10:00:00')
  await db.deleteFrom('messages').execute()
  at('2026-11-22T09:59:00')
  expect(await tell()).toBe(false)
  at('2026-11-22T10:00:00')
  expect(await Promise.all([tell(), tell()])).toContain(true)
  await clinic.deliverAll()
  expect(clinic.mail.received).toHaveLength(1)
  const [{ email, to }] = clinic.mail.received as [(typeof clinic.mail.received)[0]]
  expect(to).toEqual(['desk@perlas.example'])
  expect(email.subject).toBe('1 request waiting for an answer')
  expect(email.text).toContain('for more than 4 hours')
  expect(email.text).toContain('https://clinic.example.ph/Appointment')
  expect(email.text).not.toContain('Maria')
  at('2026-11-22T12:00:00')
  expect(await tell()).toBe(false)
  // The second request also waits for four hours, but both requests are answered by then, so no e-mail announces them.
  at('2026-11-22T13:00:00')
  const other = await clinic.appointment('2026-12-08', '11:00:00')
  at('2026-11-22T17:00:00')
  for (const each of [id, other])
    await clinic.desk(appointmentsContract.updateStatus, { params: { id: each }, body: { status: 'confirmed' } })
  expect(await tell()).toBe(false)
})

test('changing the number of hours after which staff are notified of a request is logged; an outdated form is rejected', async () => {
  const { db } = clinic.server
  await db.deleteFrom('messages').execute()
  await clinic.appointment('2026-12-09', '10:00:00')
  await setHours(8)
  expect((await clinic.admin(messagesContract.settings, {})).data.requests).toEqual({ request_hours: 8, version: 1 })
  await expect(
    clinic.admin(messagesContract.saveRequestAlert, { body: { request_hours: 3 } }, { headers: { 'if-match': '0' } }),
  ).rejects.toMatchObject({ status: 409 })
  for (const request_hours of [0, 73, 1.5]) await expect(setHours(request_hours)).rejects.toMatchObject({ status: 422 })
  at('2026-11-21T16:59:00')
  expect(await tell()).toBe(false)
  at('2026-11-21T17:00:00')
  expect(await tell()).toBe(true)
  await setHours(4)
})

test('a clinic can switch off the e-mail to staff about waiting booking requests, or customise its text', async () => {
  const { db } = clinic.server
  await db.deleteFrom('messages').execute()
  await clinic.appointment('2026-12-10', '10:00:00')
  const save = (is_on: boolean, subject: string | null, body: string | null) =>
    clinic.admin(messagesContract.saveOccasion, {
      body: { occasion: 'requests_waiting', channel: 'email', is_on, subject, body },
    })
  at('2026-11-21T18:00:00')
  await save(false, null, null)
  expect(await tell()).toBe(false)
  await save(true, '{clinic}: {requests}', 'Answer {requests}, please. Since {oldest}, {hours}.')
  expect(await tell()).toBe(true)
  await clinic.deliverAll()
  const { email } = clinic.mail.received.at(-1)!
  expect(email.subject).toMatch(/^Perlas <Clinic> & Spa: \d requests?$/)
  expect(email.text).toMatch(/^Answer \d requests?, please\. Since Nov 21, 2026, 9:00 AM, 4 hours\.\n/)
  await expect(save(true, null, 'Dear {client}')).rejects.toMatchObject({ status: 422 })
  await save(true, null, null)
})

test('the e-mail to staff about booking requests that wait for an answer is sent at once, also in the evening', async () => {
  const { db } = clinic.server
  await db.deleteFrom('messages').execute()
  await clinic.appointment('2026-12-11', '10:00:00')
  at('2026-11-21T20:30:00')
  expect(await tell()).toBe(true)
  const [row] = await db.selectFrom('messages').selectAll().where('occasion', '=', 'requests_waiting').execute()
  expect(row).toMatchObject({ state: 'queued', send_at: new Date('2026-11-21T20:30:00+08:00') })
})
