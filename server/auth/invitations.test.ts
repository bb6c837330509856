import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectRefused } from '#server/appointments/booking-fixture.ts'
import { smtpMailer } from '#server/messages/transport/mailer.ts'
import { createResource, createUser, type TestUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { ifMatchCurrent } from '#server/test/if-match.ts'
import { startMailServer, type MailServer } from '#server/test/mail-server.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { authContract } from '#shared/auth/contract.ts'
import { invitationMessages as s, authMessages } from '#shared/auth/messages.ts'
import { invitationsContract as contract, usersContract } from '#shared/users/contract.ts'

const PASSWORD = 'tricycle-mango-92'
let server: TestServer
let mail: MailServer
let owner: TestUser
let admin: Caller
const start = new Date('2026-11-21T09:00:00+08:00')

beforeAll(async () => {
  mail = await startMailServer()
  const mailer = smtpMailer({ smtpUrl: mail.url, from: 'clinic@example.ph' })
  server = await startTestServer({ publicUrl: 'https://clinic.example.ph', mailer, mailPauses: [20, 40] })
  await server.db.updateTable('branches').set({ name: 'Perlas Clinic' }).execute()
  owner = await createUser(server.db, 'admin', { name: 'Olga Owner' })
  admin = server.as(owner.token)
})
afterAll(async () => {
  await server.close()
  await mail.close()
})
beforeEach(() => {
  server.clock.now = start
})

const invite = (email: string, more: object = {}) =>
  admin(contract.invite, { body: { name: 'Liza Ramos', email, role: 'cashier', ...more } as never })
const tokenIn = (text: string) => /reset-password#([\w-]{43})/.exec(text)![1]!
const nextToken = async () => tokenIn((await mail.next()).email.text!)
const accept = (token: string) => server.as(null)(authContract.resetPassword, { body: { token, password: PASSWORD } })
const logIn = (email: string) => server.as(null)(authContract.login, { body: { email, password: PASSWORD } })
const open = async () => (await admin(contract.list, {})).data
const idOf = async (email: string) => (await open()).find((each) => each.email === email)!.user_id
const days = (count: number) => new Date(start.getTime() + count * 86_400_000)

test('an owner invites a user by e-mail without a password; the link sets it once, and only then the user can log in', async () => {
  await invite('liza@example.ph')
  const { email, to } = await mail.next()
  expect(to).toEqual(['liza@example.ph'])
  expect(email.subject).toBe('You are invited to work with Perlas Clinic in Mutya')
  expect(email.text).toContain('Olga Owner invites you to Perlas Clinic as Cashier.')
  expect(email.text).toContain('until')
  expect(email.html).not.toMatch(/<img|<script|<link|src=|url\(/i)
  expect(await open()).toMatchObject([{ name: 'Liza Ramos', role: 'cashier', is_expired: false }])
  const { users } = await admin(usersContract.list, { querystring: { search: 'liza@example.ph' } })
  expect(users[0]).toMatchObject({ role: 'cashier', status: 'Must set password' })
  const id = await idOf('liza@example.ph')
  await expectRefused(logIn('liza@example.ph'), 401, authMessages.wrongCredentials)
  await accept(tokenIn(email.text!))
  expect((await logIn('liza@example.ph')).user).toMatchObject({ user_role: 'cashier', must_set_password: false })
  expect(await open()).toEqual([])
  await expect(accept(tokenIn(email.text!))).rejects.toMatchObject({ status: 422 })
  await expectRefused(admin(contract.resend, { params: { id } }), 409, s.noneOpen)
  await expectRefused(admin(contract.revoke, { params: { id } }), 409, s.noneOpen)
  const actions = (await logEntries(server.db, { subject_id: id })).map(({ action }) => action)
  expect(actions.slice(0, 2)).toEqual(['Invited Liza Ramos as cashier', 'Set a new password with a one-time link'])
  expect(JSON.stringify(await server.db.selectFrom('events').selectAll().execute())).not.toContain('liza@example.ph')
})

test('an invitation works for seven days; sending it again creates a new link', async () => {
  await invite('mia@example.ph')
  const first = await nextToken()
  const id = await idOf('mia@example.ph')
  server.clock.now = days(1)
  await server.db
    .updateTable('sessions')
    .set({ expires_at: days(30) })
    .execute()
  await admin(contract.resend, { params: { id } })
  const second = await nextToken()
  await expect(accept(first)).rejects.toMatchObject({ status: 422, errors: { token: [authMessages.linkVoid] } })
  server.clock.now = days(8)
  await expect(accept(second)).rejects.toMatchObject({ status: 422 })
  expect(await open()).toMatchObject([{ is_expired: true }])
  await admin(contract.resend, { params: { id } })
  await accept(await nextToken())
})

test('a revoked invitation’s link is invalid, and its e-mail can be invited again', async () => {
  await invite('nora@example.ph')
  const token = await nextToken()
  await admin(contract.revoke, { params: { id: await idOf('nora@example.ph') } })
  await expect(accept(token)).rejects.toMatchObject({ status: 422 })
  expect(await open()).toEqual([])
  await invite('nora@example.ph')
  await accept(await nextToken())
})

test('resetting a forgotten password cannot bypass an invitation', async () => {
  await invite('olive@example.ph')
  await mail.next()
  const before = mail.received.length
  await server.as(null)(authContract.forgotPassword, { body: { email: 'olive@example.ph' } })
  await invite('petra@example.ph')
  await mail.next()
  expect(mail.received.slice(before).map(({ to }) => to[0])).toEqual(['petra@example.ph'])
})

const edit = async (id: string, changes: object) =>
  admin(
    usersContract.update,
    { params: { id }, body: { name: 'Liza Ramos', email: 'sol@example.ph', role: 'cashier', ...changes } as never },
    await ifMatchCurrent(server.db, 'users', id),
  )

test('when an admin sets the password of an invited user, the invitation ends: it can no longer be revoked, and the password can be reset', async () => {
  await invite('sol@example.ph')
  const token = await nextToken()
  const id = await idOf('sol@example.ph')
  await edit(id, { password: PASSWORD })
  expect(await open()).not.toContainEqual(expect.objectContaining({ user_id: id }))
  await expectRefused(admin(contract.revoke, { params: { id } }), 409, s.noneOpen)
  await expect(accept(token)).rejects.toMatchObject({ status: 422 })
  expect((await logIn('sol@example.ph')).user.id).toBe(id)
  await server.as(null)(authContract.forgotPassword, { body: { email: 'sol@example.ph' } })
  expect((await mail.next()).to).toEqual(['sol@example.ph'])
})

test('changing the e-mail of an invited user sends the invitation to the new address', async () => {
  await invite('uma@example.ph')
  const first = await nextToken()
  const id = await idOf('uma@example.ph')
  expect(await edit(id, { email: 'uma.reyes@example.ph' })).toMatchObject({ invitation_sent: true })
  const { email, to } = await mail.next()
  expect(to).toEqual(['uma.reyes@example.ph'])
  await expect(accept(first)).rejects.toMatchObject({ status: 422 })
  await accept(tokenIn(email.text!))
  expect((await logIn('uma.reyes@example.ph')).user.id).toBe(id)
  expect(await edit(id, { email: 'uma@example.ph' })).toMatchObject({ invitation_sent: false })
})

test('an invitation ends when its user becomes a client, and other invitations are still listed', async () => {
  await invite('vina@example.ph')
  await mail.next()
  await invite('wena@example.ph')
  await mail.next()
  const id = await idOf('vina@example.ph')
  await edit(id, { email: 'vina@example.ph', role: 'client' })
  const emails = (await open()).map(({ email }) => email)
  expect(emails).toContain('wena@example.ph')
  expect(emails).not.toContain('vina@example.ph')
  await expectRefused(admin(contract.revoke, { params: { id } }), 409, s.noneOpen)
})

test('an invitation with the role practitioner must name a practitioner, and an e-mail that is already in use is rejected at its field', async () => {
  await expect(invite('quin@example.ph', { role: 'practitioner' })).rejects.toMatchObject({ status: 422 })
  const practitioner_id = await createResource(server.db, 'practitioner', 'Dr. Quin', 1)
  await invite('quin@example.ph', { role: 'practitioner', practitioner_id })
  await expect(invite('quin@example.ph')).rejects.toMatchObject({ errors: { email: expect.any(Array) } })
  await expect(invite('rita@example.ph', { role: 'client' })).rejects.toMatchObject({ status: 422 })
})

test('a clinic that sends no e-mail can invite nobody, and its list of invitations says that it sends no e-mail', async () => {
  const silent = await startTestServer()
  const { token } = await createUser(silent.db, 'admin')
  const body = { name: 'Liza Ramos', email: 'liza@example.ph', role: 'cashier' } as const
  await expectRefused(silent.as(token)(contract.invite, { body }), 409, s.needsServer)
  expect(await silent.as(token)(contract.list, {})).toEqual({ data: [], sends_email: false })
  await silent.close()
})
