import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorOf, expectRefused } from '#server/appointments/booking-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { appointmentMessages, refusalMessages, visitLinkMessages as s } from '#shared/appointments/messages.ts'
import { visitLinkContract as contract } from '#shared/appointments/self-service-contract.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'

let clinic: MailClinic
beforeAll(async () => {
  clinic = await openMailClinic({ limits: { mailLinksPerAddress: { tries: 60, windowSeconds: 900 } } })
})
afterAll(() => clinic.close())
beforeEach(async () => {
  clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
  await clinic.server.db.deleteFrom('rate_windows').execute()
})

const nobody = () => clinic.server.as(null)
const see = (token: string) => nobody()(contract.see, { body: { token } })
const move = (token: string, appointment_date: string, appointment_time: string) =>
  nobody()(contract.move, { body: { token, appointment_date, appointment_time } })
const cancel = (token: string) => nobody()(contract.cancel, { body: { token } })

/** Creates a confirmed visit and returns it with the token of its e-mail. */
async function visitWithLink(date: string, time: string): Promise<{ id: string; client: TestUser; token: string }> {
  const client = await createUser(clinic.server.db, 'client', { name: 'Nena Cruz' })
  const id = await clinic.appointment(date, time, 'confirmed', client)
  await clinic.deliverAll()
  const mail = clinic.mail.received.findLast(({ to }) => to[0] === client.email)!
  return { id, client, token: /\/visit#([\w-]{64})/.exec(mail.email.text!)![1]! }
}

test('the link in an e-mail shows, moves and cancels one visit without a log-in, and changes are logged', async () => {
  const { id, token } = await visitWithLink('2026-12-01', '14:00:00')
  expect((await see(token)).data).toMatchObject({ appointment_id: id, can_move: true, can_cancel: true })
  const { data } = await move(token, '2026-12-02', '15:00:00')
  expect(data).toMatchObject({
    appointment_date: '2026-12-02',
    appointment_time: '15:00',
    appointment_status: 'resched',
  })
  expect((await cancel(token)).data).toMatchObject({ appointment_status: 'cancelled', can_cancel: false })
  const entries = await logEntries(clinic.server.db, { subject_id: id })
  expect(entries.slice(-2).map(({ user_name }) => user_name)).toEqual(['Nena Cruz', 'Nena Cruz'])
  expect(JSON.stringify(entries)).not.toContain(token)
})

test('a client without a log-in moves and cancels a visit by its link, and is named in the history log', async () => {
  const { db } = clinic.server
  const { id, client, token } = await visitWithLink('2026-12-21', '14:00:00')
  await db.deleteFrom('sessions').where('user_id', '=', client.id).execute()
  await db.deleteFrom('accounts').where('person_id', '=', client.id).execute()
  await move(token, '2026-12-22', '15:00:00')
  expect((await cancel(token)).data).toMatchObject({ appointment_status: 'cancelled' })
  const entries = await logEntries(db, { subject_id: id })
  expect(entries.slice(-2)).toMatchObject([{ user_name: 'Nena Cruz' }, { user_name: 'Nena Cruz' }])
})

test('the clinic’s rules for moving a visit apply to its link, and are in the e-mail', async () => {
  const { client, token } = await visitWithLink('2026-12-03', '14:00:00')
  const { email } = clinic.mail.received.findLast(({ to }) => to[0] === client.email)!
  expect(email.text).toContain('Free to reschedule twice, up to 24 hours before; cancel any time before the start.')
  clinic.server.clock.now = new Date('2026-12-03T10:00:00+08:00')
  expect((await see(token)).data).toMatchObject({ can_move: false, cannot_move: refusalMessages.tooLateToMove(24) })
  await expectRefused(move(token, '2026-12-04', '14:00:00'), 409, refusalMessages.tooLateToMove(24))
})

test('a link whose page was opened before staff moved the visit neither cancels nor moves it', async () => {
  const { id, token } = await visitWithLink('2026-12-04', '14:00:00')
  const { version } = (await see(token)).data
  await clinic.server.db
    .updateTable('appointments')
    .set({ version: version + 1, status: 'resched' })
    .where('id', '=', id)
    .execute()
  const seen = { headers: { 'if-match': String(version) } }
  const to = { appointment_date: '2026-12-09', appointment_time: '15:00:00' }
  await expectRefused(nobody()(contract.cancel, { body: { token } }, seen), 409, appointmentMessages.stateChanged)
  await expectRefused(nobody()(contract.move, { body: { token, ...to } }, seen), 409, appointmentMessages.stateChanged)
  expect((await see(token)).data).toMatchObject({ appointment_date: '2026-12-04', appointment_status: 'resched' })
})

test('the link to a visit works until the visit starts', async () => {
  const { token } = await visitWithLink('2026-12-05', '14:00:00')
  clinic.server.clock.now = new Date('2026-12-05T13:59:59+08:00')
  await see(token)
  clinic.server.clock.now = new Date('2026-12-05T14:00:00+08:00')
  for (const call of [see, cancel]) await expectRefused(call(token), 404, s.linkVoid)
})

test('an altered token of a visit link, or one of another visit or client, is rejected', async () => {
  const { token } = await visitWithLink('2026-12-07', '14:00:00')
  const other = await visitWithLink('2026-12-07', '15:00:00')
  const mixed = Buffer.concat([
    Buffer.from(other.token, 'base64url').subarray(0, 16),
    Buffer.from(token, 'base64url').subarray(16),
  ]).toString('base64url')
  for (const wrong of [mixed, `${token}AA`, token.slice(0, -4), 'x', `B${token.slice(1)}`])
    await expectRefused(see(wrong), 404, s.linkVoid)
})

test('changing the visit’s client or the client’s e-mail makes the visit link invalid', async () => {
  const { db } = clinic.server
  const { id, client, token } = await visitWithLink('2026-12-09', '14:00:00')
  await db.updateTable('people').set({ email: 'other@example.ph' }).where('id', '=', client.id).execute()
  await expectRefused(see(token), 404, s.linkVoid)
  await db.updateTable('people').set({ email: client.email }).where('id', '=', client.id).execute()
  await see(token)
  const heir = await createUser(db, 'client')
  await db.updateTable('appointments').set({ client_id: heir.clientId! }).where('id', '=', id).execute()
  await expectRefused(see(token), 404, s.linkVoid)
})

test('an IP address that tried too many invalid visit links must wait', async () => {
  const { token } = await visitWithLink('2026-12-10', '14:00:00')
  for (let i = 0; i < 60; i++) await see(i % 2 ? token : 'x').catch(() => undefined)
  expect((await errorOf(see(token))).status).toBe(429)
})
