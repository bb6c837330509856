import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { smtpMailer } from '#server/messages/transport/mailer.ts'
import { openBrowser } from '#server/test/browser.ts'
import { createSession, createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { startMailServer, type MailServer } from '#server/test/mail-server.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { contactContract, authContract } from '#shared/auth/contract.ts'
import { contactMessages, authMessages } from '#shared/auth/messages.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { exportContract, profileContract } from '#shared/profile/contract.ts'
import { usersContract } from '#shared/users/contract.ts'
import { userMessages } from '#shared/users/messages.ts'

const publicUrl = 'https://clinic.example.ph'
const OWN = 'pearl of the orient'
const SECOND = 'tricycle-mango-92'
let server: TestServer
let mail: MailServer
let holder: TestUser

beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({
    publicUrl,
    mailer: smtpMailer({ smtpUrl: mail.url, from: 'clinic@example.ph' }),
    mailPauses: [20, 40],
  })
  await server.db.updateTable('branches').set({ name: 'Perlas Clinic', phone: '0917 555 0100' }).execute()
})
afterAll(async () => {
  await server.close()
  await mail.close()
})
let count = 0
beforeEach(async () => {
  for (const table of ['rate_windows', 'registration_tries'] as const) await server.db.deleteFrom(table).execute()
  holder = await createUser(server.db, 'client', { name: 'Maria Santos', email: `maria-${count++}@example.ph` })
  await givePassword(server.db, holder.id, OWN)
})

/** Registers in a new browser and returns the response. */
async function register(email: string, password = SECOND) {
  const browser = openBrowser(server.app, { origin: publicUrl })
  const { status, body } = await browser.send('POST', '/api/register', { name: 'Mia Santos', email, password })
  return { status, body, token: body['token'] as string, id: (body['user'] as { id: string } | undefined)?.id ?? '' }
}
const logIn = async (email: string, password: string) =>
  (await server.as(null)(authContract.login, { body: { email, password } })).user.id
const changeEmail = (token: string, email: string, password: string) =>
  server.as(token)(profileContract.update, {
    body: { name: 'Mia Santos', email, contact: null, location: null, current_password: password },
  })

/** Waits for the next e-mail to the address whose text matches `said`; other e-mails are skipped. */
async function mailTo(address: string, said: RegExp): Promise<{ subject: string; text: string; found: string }> {
  for (;;) {
    const { to, email } = await mail.next()
    const found = said.exec(`${email.subject}\n${email.text}`)
    if (to.includes(address) && found)
      return { subject: email.subject!, text: email.text!, found: found[1] ?? found[0] }
  }
}
const KNOWN = /You have an account at Perlas Clinic already/
const CONFIRM = /verify-email#([\w-]{43})/

/** Everything that a person sees of their own account, without values that differ between any two people. */
async function shownTo(token: string) {
  const own = server.as(token)
  const { user } = await own(sessionContract.session, {})
  const { data: profile } = await own(profileContract.read, {})
  const { data: contact } = await own(contactContract.read, {})
  const { message } = await own(contactContract.sendLink, {})
  const { profile: exported } = await own(exportContract.read, {})
  return JSON.stringify([user, profile, contact, message, exported]).replaceAll(
    /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g,
    'id',
  )
}

test('with a mail server a registration gets the same answer whether or not the e-mail is in use, and the holder of the e-mail is notified', async () => {
  const free = `free-${count}@example.ph`
  const unknown = await register(free)
  expect((await mailTo(free, CONFIRM)).subject).toBe('Confirm your e-mail for Perlas Clinic')
  const known = await register(` ${holder.email.toUpperCase()} `)
  const { text } = await mailTo(holder.email, KNOWN)
  // The holder has not confirmed the e-mail either, so the text contains no name.
  expect(text).toContain('Hello there,')
  expect(text).toContain(`${publicUrl}/login`)
  expect(text).not.toContain('#')
  expect([known.status, Object.keys(known.body)]).toEqual([201, Object.keys(unknown.body)])
  expect(known.body['user']).toEqual({ ...(unknown.body['user'] as object), id: known.id, email: holder.email })
  const shown = (await shownTo(known.token)).replaceAll(holder.email, free)
  expect(shown).toBe(await shownTo(unknown.token))
})

test('when somebody registers with a client’s e-mail, the client keeps the log-in, the confirmed e-mail and the password reset', async () => {
  await server.db.updateTable('people').set({ email_verified_at: new Date() }).where('id', '=', holder.id).execute()
  const { id } = await register(holder.email)
  expect(id).not.toBe(holder.id)
  expect(await logIn(holder.email, OWN)).toBe(holder.id)
  expect(await logIn(holder.email, SECOND)).toBe(id)
  await expect(logIn(holder.email, 'of nobody at all')).rejects.toMatchObject({
    status: 401,
    message: authMessages.wrongCredentials,
  })
  await server.as(null)(authContract.forgotPassword, { body: { email: holder.email } })
  const { found: token } = await mailTo(holder.email, /reset-password#([\w-]{43})/)
  await server.as(null)(authContract.resetPassword, { body: { token, password: 'a third one, longer' } })
  expect(await logIn(holder.email, 'a third one, longer')).toBe(holder.id)
  const { email_verified_at } = await server.db
    .selectFrom('people')
    .select('email_verified_at')
    .where('id', '=', holder.id)
    .executeTakeFirstOrThrow()
  expect(email_verified_at).not.toBeNull()
})

test('of eight simultaneous registrations with one free e-mail all get the same answer, and only one person becomes the holder of the e-mail', async () => {
  const email = `race-${count}@example.ph`
  const answers = await Promise.all(Array.from({ length: 8 }, () => register(email)))
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(201))
  const rows = await server.db.selectFrom('people').select('email_is_second').where('email', '=', email).execute()
  expect(rows.filter((row) => !row.email_is_second)).toHaveLength(1)
})

test('the holder of an e-mail gets at most three messages an hour about registrations with this e-mail, and further registrations get the same answer', async () => {
  for (let i = 0; i < 5; i++) expect((await register(holder.email)).status).toBe(201)
  const messages = await server.db
    .selectFrom('messages')
    .select('id')
    .where('occasion', '=', 'email_known')
    .where('subject_id', '=', holder.id)
    .execute()
  expect(messages).toHaveLength(3)
})

test('a client who changes their e-mail to one in use gets the same answer as for an unused one, and staff see the conflict', async () => {
  const { token } = await register(`mia-${count}@example.ph`)
  expect((await changeEmail(token, holder.email, SECOND)).user.email).toBe(holder.email)
  await mailTo(holder.email, KNOWN)
  expect(await logIn(holder.email, OWN)).toBe(holder.id)
  // The person changes to an e-mail that nobody else has, so they can log in with it at once.
  await changeEmail(token, `mia-again-${count}@example.ph`, SECOND)
  expect(await logIn(`mia-again-${count}@example.ph`, SECOND)).not.toBe(holder.id)
  const cashier = await createUser(server.db, 'cashier')
  await givePassword(server.db, cashier.id, OWN)
  await expect(changeEmail(cashier.token, holder.email, OWN)).rejects.toMatchObject({
    status: 422,
    errors: { email: [userMessages.emailTaken] },
  })
})

test('a client whose e-mail was changed by staff can enter the previous one again, and stays its holder', async () => {
  const cashier = await createUser(server.db, 'cashier')
  const body = { name: 'Maria Santos', email: `changed-${count}@example.ph`, contact_number: null }
  await server.as(cashier.token)(clientsContract.update, { params: { id: holder.clientId! }, body })
  // The change by staff has ended the client's sessions. The previous e-mail still logs in.
  expect(await logIn(holder.email, OWN)).toBe(holder.id)
  await changeEmail(await createSession(server.db, holder.id), holder.email, OWN)
  const row = server.db.selectFrom('users').select(['email', 'email_is_second', 'email_waits'])
  expect(await row.where('id', '=', holder.id).executeTakeFirst()).toEqual({
    email: holder.email,
    email_is_second: false,
    email_waits: false,
  })
  // Somebody who registers with this e-mail does not become its holder.
  const { id } = await register(holder.email)
  const other = server.db.selectFrom('users').select('email_is_second').where('id', '=', id)
  expect(await other.executeTakeFirst()).toEqual({ email_is_second: true })
  await mailTo(holder.email, KNOWN)
})

test('if two people have the same e-mail, staff see who the other person is and can save the client’s other fields, but cannot give the client a staff role', async () => {
  const { id } = await register(holder.email)
  const admin = server.as((await createUser(server.db, 'admin')).token)
  const { clients } = await admin(clientsContract.list, { querystring: { search: holder.email } })
  const second = clients.find(({ user_id }) => user_id === id)!
  const detail = async (clientId: string) => (await admin(clientsContract.detail, { params: { id: clientId } })).data
  expect((await detail(second.id)).email_of).toEqual({ id: holder.clientId, name: 'Maria Santos' })
  expect((await detail(holder.clientId!)).email_of).toBeNull()
  const body = { name: 'Mia S. Santos', email: holder.email, contact_number: '0917 555 0101' }
  const { data } = await admin(clientsContract.update, { params: { id: second.id }, body })
  expect(data).toMatchObject(body)
  expect((await detail(second.id)).email_of).not.toBeNull()
  const { users } = await admin(usersContract.list, { querystring: { search: holder.email } })
  const { version } = users.find((user) => user.id === id)!
  const change = { name: 'Mia Santos', email: holder.email, role: 'cashier', practitioner_id: null } as const
  await expect(
    admin(usersContract.update, { params: { id }, body: change }, { headers: { 'if-match': String(version) } }),
  ).rejects.toMatchObject({ status: 422, errors: { email: [userMessages.emailTaken] } })
})

test('when the holder of an e-mail changes to another one, a client who registered with the old e-mail can confirm it and becomes its holder', async () => {
  const { id, token } = await register(holder.email)
  await changeEmail(holder.token, `maria-new-${count}@example.ph`, OWN)
  expect((await server.as(token)(contactContract.sendLink, {})).message).toBe(contactMessages.linkSent)
  const { found: link } = await mailTo(holder.email, CONFIRM)
  await server.as(null)(contactContract.verifyEmail, { body: { token: link } })
  const row = await server.db
    .selectFrom('people')
    .select(['email_is_second', 'email_verified_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ email_is_second: false, email_verified_at: expect.any(Date) })
})
