import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectRefused, startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { smtpMailer } from '#server/messages/transport/mailer.ts'
import type { SmsGateway } from '#server/messages/transport/sms-gateway.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { startMailServer, type MailServer } from '#server/test/mail-server.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { contactContract as contract, authContract } from '#shared/auth/contract.ts'
import { contactMessages as s } from '#shared/auth/messages.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { profileContract } from '#shared/profile/contract.ts'

const publicUrl = 'https://clinic.example.ph'
const ADDRESS = '203.0.113.9'
let clinic: BookingClinic
let mail: MailServer
let texts: { to: string; text: string }[] = []

const sms: SmsGateway = {
  everyMs: 1,
  host: 'sms.example.ph',
  send: ({ to, text }) => Promise.resolve(void texts.push({ to, text })),
}

beforeAll(async () => {
  mail = await startMailServer()
  const mailer = smtpMailer({ smtpUrl: mail.url, from: 'clinic@example.ph' })
  clinic = await startBookingClinic({ publicUrl, mailer, sms, mailPauses: [20, 40], poolSize: 20 })
  await clinic.server.db.updateTable('branches').set({ name: 'Perlas Clinic', phone: '0917 555 0100' }).execute()
})
afterAll(async () => {
  await clinic.server.close()
  await mail.close()
})
beforeEach(async () => {
  texts = []
  const { db } = clinic.server
  for (const table of ['rate_windows', 'registration_tries', 'resource_slots', 'appointments'] as const)
    await db.deleteFrom(table).execute()
})

let count = 0
async function register(): Promise<TestUser['token']> {
  const payload = { name: 'Ana Reyes', email: `ana-${count++}@example.ph`, password: 'pearl of the orient' }
  const answer = await clinic.server.app.inject({
    method: 'POST',
    url: authContract.register.url,
    remoteAddress: ADDRESS,
    payload,
  })
  return answer.json<{ token: string }>().token
}
const tokenIn = (text: string) => /verify-email#([\w-]{43})/.exec(text)![1]!
const verify = (token: string) => clinic.server.as(null)(contract.verifyEmail, { body: { token } })
const contactOf = async (token: string) => (await clinic.server.as(token)(contract.read, {})).data

async function bookFrom(address: string, token: string, slot: number, date = '2026-12-01') {
  const { statusCode, json } = await clinic.server.app.inject({
    method: 'POST',
    url: appointmentsContract.book.url,
    remoteAddress: address,
    headers: { authorization: `Bearer ${token}` },
    payload: clinic.visit(date, SLOT_TIMES[slot]!),
  })
  return { statusCode, message: json<{ message?: string }>().message }
}

/** Returns the token of the link in the next e-mail that confirms an address; e-mails about visits are skipped. */
async function nextLink(): Promise<string> {
  for (;;) {
    const { email } = await mail.next()
    if (email.text!.includes('verify-email#')) return tokenIn(email.text!)
  }
}

test('a new client receives a link that confirms the e-mail once, and can book even before that', async () => {
  const token = await register()
  const { email, to } = await mail.next()
  expect(to).toEqual([`ana-${count - 1}@example.ph`])
  expect(email.subject).toBe('Confirm your e-mail for Perlas Clinic')
  expect(email.text).toContain(`${publicUrl}/verify-email#`)
  expect(email.html).not.toMatch(/<img|<script|<link|src=|url\(/i)
  expect((await bookFrom(ADDRESS, token, 0)).statusCode).toBe(201)
  expect(await contactOf(token)).toMatchObject({ email: { verified_at: null, can_verify: true } })
  const { message } = await verify(tokenIn(email.text!))
  expect(message).toBe(s.emailConfirmed)
  expect(await contactOf(token)).toMatchObject({
    email: { verified_at: '2026-11-21T09:00:00+08:00', can_verify: false },
    phone: { value: null, can_verify: false },
  })
  await expect(verify(tokenIn(email.text!))).rejects.toMatchObject({ status: 422, errors: { token: [s.linkVoid] } })
  const { id } = (await clinic.server.db.selectFrom('users').select('id').where('email', '=', to[0]!).execute())[0]!
  const actions = (await logEntries(clinic.server.db, { subject_id: id })).map(({ action }) => action)
  expect(actions).toEqual(['Registered as a client', 'Confirmed own e-mail with a link'])
})

test('a family of twelve on one mobile network can book two visits each once they have confirmed their e-mails', async () => {
  const tokens: string[] = []
  for (let i = 0; i < 12; i++) {
    tokens.push(await register())
    await verify(await nextLink())
  }
  const answers = []
  for (const [i, token] of tokens.entries()) {
    answers.push(await bookFrom(ADDRESS, token, i))
    answers.push(await bookFrom(ADDRESS, token, i, '2026-12-02'))
  }
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array<number>(24).fill(201))
  const { db } = clinic.server
  const held = await db.selectFrom('appointments').select(['lapses_at', 'address_hash']).execute()
  // The visits expire like every first visit, and no hash of the IP address is stored.
  expect(held.every(({ lapses_at, address_hash }) => lapses_at !== null && address_hash === null)).toBe(true)
})

test('clients who have confirmed neither e-mail nor number share a limit of ten bookings per IP address, and are told how to confirm', async () => {
  const people = await Promise.all(
    Array.from({ length: 11 }, () => createUser(clinic.server.db, 'client', { isUnknown: true })),
  )
  for (const [i, { token }] of people.slice(0, 10).entries())
    expect((await bookFrom('203.0.113.10', token, i)).statusCode).toBe(201)
  const refused = await bookFrom('203.0.113.10', people[10]!.token, 11)
  expect(refused.statusCode).toBe(409)
  expect(refused.message).toContain('You can also confirm your e-mail or mobile number in your profile')
  const second = await bookFrom('203.0.113.10', people[0]!.token, 12)
  expect([second.statusCode, second.message]).toEqual([
    409,
    expect.stringContaining('You can also confirm your e-mail'),
  ])
})

test('all new clients who have confirmed their e-mail can together book at most half of a day', async () => {
  const { db, clock } = clinic.server
  const people = await Promise.all(Array.from({ length: 20 }, () => createUser(db, 'client', { isUnknown: true })))
  const ids = people.map(({ id }) => id)
  await db.updateTable('people').set({ email_verified_at: clock.now }).where('id', 'in', ids).execute()
  const answers = await Promise.all(people.map(({ token }, i) => bookFrom('203.0.113.11', token, i, '2026-12-03')))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(17)
})

test('a changed e-mail must be confirmed again, and the link to the old one is invalid', async () => {
  const token = await register()
  const link = await nextLink()
  const own = clinic.server.as(token)
  const { data } = await own(profileContract.read, {})
  const body = { name: data.name, email: `new-${count}@example.ph`, contact: null, location: null }
  await own(profileContract.update, { body: { ...body, current_password: 'pearl of the orient' } })
  await expect(verify(link)).rejects.toMatchObject({ status: 422 })
  expect((await contactOf(token)).email).toMatchObject({ value: body.email, verified_at: null, can_verify: true })
  expect((await own(contract.sendLink, {})).message).toBe(s.linkSent)
  await verify(await nextLink())
  await expectRefused(own(contract.sendLink, {}), 409, s.alreadyConfirmed)
})

test('a confirmation link works for 48 hours, and a person can request at most three links an hour', async () => {
  const { clock } = clinic.server
  const before = clock.now
  const token = await register()
  const first = await nextLink()
  const own = clinic.server.as(token)
  await own(contract.sendLink, {})
  const second = await nextLink()
  await expect(verify(first)).rejects.toMatchObject({ status: 422 })
  clock.now = new Date(before.getTime() + 48 * 3_600_000)
  await expect(verify(second)).rejects.toMatchObject({ status: 422 })
  clock.now = before
  for (let sent = 0; sent < 2; sent++) {
    await own(contract.sendLink, {})
    await nextLink()
  }
  await expectRefused(own(contract.sendLink, {}), 429, s.tooMany)
})

test('an SMS code confirms the phone number within ten minutes and five tries; another number needs another code', async () => {
  const { db, clock } = clinic.server
  const before = clock.now
  const person = await createUser(db, 'client', { isUnknown: true, contactNumber: '0917 123 4567' })
  const own = clinic.server.as(person.token)
  const codeSent = async () => {
    const sent = texts.length
    await own(contract.sendCode, {})
    await expect.poll(() => texts.length).toBe(sent + 1)
    return texts.at(-1)!
  }
  const confirm = (code: string) => own(contract.verifyPhone, { body: { code } })
  const { to, text } = await codeSent()
  expect([to, text]).toEqual([
    '+639171234567',
    expect.stringMatching(/^Perlas Clinic: your code is \d{6}\. It works for 10 minutes\.$/),
  ])
  const code = /\d{6}/.exec(text)![0]
  const wrong = code === '000000' ? '000001' : '000000'
  for (let i = 0; i < 5; i++) await expect(confirm(wrong)).rejects.toMatchObject({ errors: { code: [s.codeWrong] } })
  await expect(confirm(code)).rejects.toMatchObject({ errors: { code: [s.codeVoid] } })
  const late = /\d{6}/.exec((await codeSent()).text)![0]
  clock.now = new Date(before.getTime() + 600_000)
  await expect(confirm(late)).rejects.toMatchObject({ errors: { code: [s.codeVoid] } })
  clock.now = before
  const right = /\d{6}/.exec((await codeSent()).text)![0]
  expect((await confirm(right)).message).toBe(s.phoneConfirmed)
  await expectRefused(own(contract.sendCode, {}), 409, s.alreadyConfirmed)
  for (const slot of [0, 2]) expect((await bookFrom('203.0.113.12', person.token, slot)).statusCode).toBe(201)
  await db.updateTable('people').set({ contact_normalised: '+639170000000' }).where('id', '=', person.id).execute()
  expect((await contactOf(person.token)).phone).toMatchObject({ verified_at: null })
})

test('no confirmation token or SMS code is in the log or the outbox', async () => {
  const token = await register()
  const link = await nextLink()
  await verify(link)
  const { db } = clinic.server
  const kept = JSON.stringify([
    await db.selectFrom('messages').selectAll().execute(),
    await db.selectFrom('events').selectAll().execute(),
  ])
  expect(kept).not.toContain(link)
  expect(kept).not.toContain('@example.ph')
  expect(token).not.toBe('')
})
