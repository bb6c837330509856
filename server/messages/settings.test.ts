import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused, startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { saveMessages } from '#server/messages/outbox/outbox.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { createUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { messagesContract as contract } from '#shared/messages/contract.ts'
import { signOf } from '#shared/messages/mail-body.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import {
  type Channel,
  type TemplateType,
  ACCOUNT_MESSAGE_TYPES,
  channelsOf,
  TEMPLATE_TYPES,
} from '#shared/messages/message-types.ts'
import { previewMail } from '#shared/messages/preview.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'

let clinic: MailClinic
let silent: BookingClinic
beforeAll(async () => {
  clinic = await openMailClinic()
  silent = await startBookingClinic()
})
afterAll(async () => {
  await clinic.close()
  await silent.server.close()
})

const messageTypeOf = async (occasion: TemplateType, channel: Channel = 'email') =>
  (await clinic.admin(contract.settings, {})).data.occasions.find(
    (each) => each.occasion === occasion && each.channel === channel,
  )!
type Text = { is_on?: boolean; subject?: string | null; body?: string | null }
const save = (
  occasion: TemplateType,
  channel: Channel,
  { is_on = true, subject = null, body = null }: Text,
  version?: number,
) =>
  clinic.admin(
    contract.saveOccasion,
    { body: { occasion, channel, is_on, subject, body } },
    version === undefined ? {} : { headers: { 'if-match': String(version) } },
  )
const firstLog = async (type: string) =>
  (await logEntries(clinic.server.db)).find(({ event }) => event === type)!.action
const refusedField = async (call: Promise<unknown>) =>
  (await call.then(
    () => null,
    (error: { errors?: Record<string, string[]> }) => error.errors,
  )) ?? null

test('without a mail server the app works, and each message shows why it was not sent', async () => {
  const id = await silent.appointment('2026-12-01', '10:00:00', 'confirmed')
  const { data, total, summary } = await silent.admin(contract.list, { querystring: {} })
  expect(total).toBe(2)
  expect(summary).toEqual({ queued: 0, sending: 0, sent: 0, failed: 0, skipped: 2 })
  expect(data.map(({ occasion, state, reason }) => [occasion, state, reason])).toEqual([
    ['confirmed', 'skipped', 'no-email-server'],
    ['booked', 'skipped', 'no-email-server'],
  ])
  expect(s.reasons['no-email-server']).toBe('No e-mail server set')
  const { data: settings } = await silent.admin(contract.settings, {})
  expect([settings.email, settings.sms]).toEqual([null, null])
  await expectRefused(silent.admin(contract.test, { body: { channel: 'email' } }), 409, s.noServer.email)
  await expectRefused(silent.admin(contract.test, { body: { channel: 'sms' } }), 409, s.noServer.sms)
  await expectRefused(silent.admin(contract.resend, { params: { id: data[0]!.id } }), 409, s.noServer.email)
  // The visit is booked although no message about it could be sent.
  expect((await silent.read(id)).status).toBe('confirmed')
})

test('the message settings contain the mail host and sender, never a user name or password', async () => {
  const { data } = await clinic.admin(contract.settings, {})
  expect(data.email).toEqual({ host: '127.0.0.1', from: 'hello@perlas.example' })
  expect(data.sms).toBeNull()
  expect(data.occasions).toHaveLength(TEMPLATE_TYPES.flatMap(channelsOf).length)
  expect(data.sample.is_real).toBe(false)
})

test('a clinic’s own text is sent, placeholders in names are not replaced, and the default text can be restored', async () => {
  const body = 'Dear {client},\n\nsee you: {service}.'
  const { data } = await save('booked', 'email', { subject: 'Thanks, {client}', body })
  expect(data).toMatchObject({ subject: 'Thanks, {client}', body, is_own: true, version: 1 })
  const client = await createUser(clinic.server.db, 'client', { name: 'Ana {service}' })
  await clinic.appointment('2026-12-02', '10:00:00', 'pending', client)
  await clinic.deliverAll()
  const { email } = await clinic.mail.next()
  expect(email.subject).toBe('Thanks, Ana {service}')
  expect(email.text).toContain('Dear Ana {service},\n\nsee you: Diamond peel.')
  expect((await save('booked', 'email', {})).data).toMatchObject({ is_own: false, version: 2 })
  expect(await firstLog('messages.occasion.changed')).toContain('Changed the message «Request received» (E-mail)')
})

test('a message of a disabled type is recorded but not sent', async () => {
  await save('confirmed', 'email', { is_on: false })
  const id = await clinic.appointment('2026-12-03', '10:00:00', 'confirmed')
  expect(await clinic.messagesAbout(id)).toContainEqual(['confirmed', 'skipped', 'off'])
  await save('confirmed', 'email', {})
  expect((await messageTypeOf('confirmed')).is_on).toBe(true)
})

test('a message text that cannot be used is rejected at its field, and nothing is changed', async () => {
  const before = await messageTypeOf('confirmed')
  expect(await refusedField(save('confirmed', 'email', { subject: 'For {who}' }))).toEqual({
    subject: [s.unknownVariable('who')],
  })
  expect(await refusedField(save('confirmed', 'email', { body: 'It was on {old_date}.' }))).toEqual({
    body: [s.unknownVariable('old_date')],
  })
  expect(await refusedField(save('confirmed', 'sms', { body: 'For {service}' }))).toEqual({
    body: [s.unknownVariable('service')],
  })
  for (const body of ['See www.perlas.ph', '{clinic}.ph: see you'])
    expect(await refusedField(save('confirmed', 'sms', { body }))).toEqual({ body: [s.smsNoLink] })
  expect(await refusedField(save('confirmed', 'sms', { body: 'Test: come' }))).toEqual({ body: [s.smsNoTest] })
  expect(await messageTypeOf('confirmed')).toEqual(before)
})

test('messages with an access link or code cannot be switched off, and their text must contain the link or code', async () => {
  const before = (await clinic.admin(contract.settings, {})).data.occasions
  for (const occasion of ACCOUNT_MESSAGE_TYPES) {
    const [channel] = channelsOf(occasion)
    expect(await refusedField(save(occasion, channel!, { is_on: false }))).toEqual({ is_on: [s.alwaysSent] })
    const name = occasion === 'phone_code' ? 'code' : 'link'
    expect(await refusedField(save(occasion, channel!, { body: 'Hello from {clinic}' }))).toEqual({
      body: [s.needsVariable(name)],
    })
    expect(await refusedField(save(occasion, channel!, { body: `{${name}} {${name}}` }))).toEqual({
      body: [s.namedOnce(name)],
    })
    expect(await refusedField(save(occasion, channel!, { body: `{${name}} {service}` }))).toEqual({
      body: [s.unknownVariable('service')],
    })
  }
  expect(await refusedField(save('invitation', 'email', { subject: 'Come: {link}' }))).toEqual({
    subject: [s.onlyInText('link')],
  })
  expect(await refusedField(save('password_reset', 'sms', { body: '{link}' }))).toEqual({ channel: [s.noSuchWay] })
  expect((await clinic.admin(contract.settings, {})).data.occasions).toEqual(before)
  await expect(
    clinic.server.db
      .insertInto('message_occasions')
      .values({
        branch_id: MAIN_BRANCH_ID,
        occasion: 'invitation',
        channel: 'email',
        is_on: false,
        updated_at: clinic.server.clock.now,
      })
      .execute(),
  ).rejects.toThrow('message_occasions__always_on')
})

test('a clinic’s own text for the e-mail about a new password is sent, escaped, around the button with the link, and the default text can be restored', async () => {
  const user = await createUser(clinic.server.db, 'client', { name: 'Ana <b>Reyes</b>' })
  let sent = 1
  const send = async () => {
    await inTransaction(clinic.server.appDb, (tx) =>
      saveMessages(tx, {
        messages: [{ branchId: MAIN_BRANCH_ID, occasion: 'password_reset', subjectId: user.id, version: sent++ }],
        channels: { email: true, sms: false },
        now: clinic.server.clock.now,
      }),
    )
    await clinic.deliverAll()
    return (await clinic.mail.next()).email
  }
  await save('password_reset', 'email', {
    subject: 'Key for {name}',
    body: 'Kumusta {name}!\n\nHere: {link} It ends in {duration}.',
  })
  const own = await send()
  expect(own.subject).toBe('Key for Ana <b>Reyes</b>')
  expect(own.text).toMatch(
    /^Kumusta Ana <b>Reyes<\/b>!\n\nHere:\n\nChoose a new password:\nhttps:\S+reset-password#[\w-]{43}\n\nIt ends in 60 minutes\.\n/,
  )
  expect(own.html).toContain('Kumusta Ana &lt;b&gt;Reyes&lt;/b&gt;!')
  await save('password_reset', 'email', {})
  const given = await send()
  expect(given.subject).toBe('Set a new password for Perlas <Clinic> & Spa')
  expect(given.text).toContain('Somebody asked for a new password')
})

test('a message form based on an older text is rejected with the newer text, even if the older text was the default', async () => {
  await save('moved', 'email', { subject: 'One' }, 0)
  const stale = save('moved', 'email', { subject: 'Two' }, 0)
  await expect(stale).rejects.toMatchObject({
    status: 409,
    code: 'stale',
    message: requestRefusals.stale,
    data: { subject: 'One', version: 1 },
  })
})

test('a test message goes to the user who requests it, and is logged without the address', async () => {
  const admin = await createUser(clinic.server.db, 'admin')
  const { message } = await clinic.server.as(admin.token)(contract.test, { body: { channel: 'email' } })
  expect(message).toBe(s.testQueued(admin.email))
  await clinic.deliverAll()
  const { to, email } = await clinic.mail.next()
  expect(to).toContain(admin.email)
  expect(email.subject).toBe('Test message from Perlas <Clinic> & Spa')
  expect(await firstLog('messages.test.sent')).toBe('Sent a test e-mail')
})

test('messages are searched by client and state, and sent again with current data', async () => {
  const client = await createUser(clinic.server.db, 'client', { name: 'Rosario Quizon' })
  const id = await clinic.appointment('2026-12-04', '10:00:00', 'pending', client)
  clinic.mail.refuseWith(550)
  await clinic.deliverAll()
  clinic.mail.refuseWith(null)
  const find = async () =>
    (await clinic.admin(contract.list, { querystring: { search: 'quizon', state: 'failed' } })).data
  const [failed] = await find()
  expect(failed).toMatchObject({
    person: 'Rosario Quizon',
    occasion: 'booked',
    appointment_date: '2026-12-04',
    appointment_time: '10:00:00',
    reason: 'EMESSAGE 550',
  })
  expect((await clinic.admin(contract.resend, { params: { id: failed!.id } })).message).toBe(s.resent)
  await expectRefused(clinic.admin(contract.resend, { params: { id: failed!.id } }), 409, s.cannotResend)
  await clinic.deliverAll()
  expect((await clinic.mail.next()).to).toEqual([client.email])
  expect(await clinic.messagesAbout(id)).toEqual([['booked', 'sent', null]])
  expect(await find()).toEqual([])
})

test('the preview of an e-mail shows the clinic’s logo from the same URL as the e-mail itself', async () => {
  const { data } = await clinic.admin(contract.settings, {})
  const sign = signOf({ logo_id: 'a1' }, data.sample.origin!)!
  const { html } = previewMail('booked', await messageTypeOf('booked'), { ...data.sample, sign })
  expect(/<img[^>]*src="([^"]+)"/.exec(html)![1]).toBe(sign)
})
