import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MailError, smtpMailer } from '#server/messages/transport/mailer.ts'
import { openBrowser } from '#server/test/browser.ts'
import { createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { startMailServer, type MailServer } from '#server/test/mail-server.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { requestRefusals } from '#shared/lib/messages.ts'

const publicUrl = 'https://clinic.example.ph'
const NEW = 'tricycle-mango-92'
let server: TestServer
let mail: MailServer
let logLines: string[] = []

beforeAll(async () => {
  mail = await startMailServer()
  const stream = new Writable({
    write: (line: Buffer, _, done) => {
      logLines.push(line.toString())
      done()
    },
  })
  server = await startTestServer({
    publicUrl,
    mailer: smtpMailer({ smtpUrl: mail.url, from: 'clinic@example.ph' }),
    mailPauses: [20, 40],
    logger: { level: 'info', stream },
    limits: {
      resetLinksPerAccount: { tries: 3, windowSeconds: 3600 },
      resetLinksPerAddress: { tries: 20, windowSeconds: 3600 },
    },
  })
  await server.db
    .updateTable('branches')
    .set({ name: 'Perlas <Clinic> & Spa', address: '12 Scout St', phone: '0917 555 0100', updated_at: new Date(0) })
    .execute()
})
afterAll(async () => {
  await server.close()
  await mail.close()
})
beforeEach(async () => {
  await server.db.deleteFrom('rate_windows').execute()
  mail.refuseWith(null)
  logLines = []
})

const ask = (email: string, address = '192.0.2.1') =>
  openBrowser(server.app, { address, origin: publicUrl }).send('POST', '/api/forgot-password', { email })
const reset = (token: string, password = NEW) =>
  server.as(null)(authContract.resetPassword, { body: { token, password } })
const logIn = (user: TestUser, password: string) =>
  server.as(null)(authContract.login, { body: { email: user.email, password } })
const client = async (name = 'Bianca Garcia') => {
  const user = await createUser(server.db, 'client', { name })
  await givePassword(server.db, user.id, 'pearl of the orient')
  // Confirms the client's e-mail, because messages contain the name only for a confirmed e-mail.
  await server.db
    .updateTable('people')
    .set({ email_verified_at: new Date(0) })
    .where('id', '=', user.id)
    .execute()
  return user
}
const actionsOf = async (id: string) =>
  (await logEntries(server.db, { subject_id: id })).map(({ action, type, user_name }) => [action, type, user_name])
const tokenIn = (text: string) => /#([\w-]{43})/.exec(text)![1]!

test('the email about a forgotten password has an HTML and a text body, the clinic as sender, and a link that works once', async () => {
  const user = await client()
  expect((await ask(` ${user.email.toUpperCase()} `)).status).toBe(200)
  const { email, from, to } = await mail.next()
  expect([from, to]).toEqual(['clinic@example.ph', [user.email]])
  expect(email.from).toMatchObject({ name: 'Perlas <Clinic> & Spa', address: 'clinic@example.ph' })
  expect(email.to).toMatchObject([{ name: 'Bianca Garcia', address: user.email }])
  expect(email.subject).toBe('Set a new password for Perlas <Clinic> & Spa')
  const link = `${publicUrl}/reset-password#${tokenIn(email.text!)}`
  expect(email.text).toContain(`\n${link}\n`)
  expect(email.text).toContain('Hello Bianca Garcia,')
  expect(email.text).toContain('for 60 minutes')
  expect(email.html).toContain(`href="${link}"`)
  expect(email.html).toContain('Perlas &lt;Clinic&gt; &amp; Spa')
  expect(email.html).not.toMatch(/<img|<script|<link|src=|url\(/i)
  await reset(tokenIn(email.text!))
  expect((await logIn(user, NEW)).user.id).toBe(user.id)
  await expect(reset(tokenIn(email.text!))).rejects.toMatchObject({
    status: 422,
    errors: { token: [authMessages.linkVoid] },
  })
})

test('requests for a password link get the same answer whether or not the email has an account, before the mail server has answered', async () => {
  const user = await client()
  const before = mail.received.length
  let release = () => undefined as void
  mail.hold(new Promise((resolve) => (release = resolve)))
  const known = await ask(user.email)
  const unknown = await ask('nobody@example.ph')
  expect([known.status, known.answer.body]).toEqual([200, unknown.answer.body])
  expect(unknown.status).toBe(200)
  const headers = ({ headers: { date: _d, 'x-request-id': _i, ...rest } }: typeof known) => rest
  expect(headers(known)).toEqual(headers(unknown))
  expect(mail.received).toHaveLength(before)
  release()
  const { to } = await mail.next()
  expect(to).toEqual([user.email])
})

test('a password link sent by email works for one hour', async () => {
  const user = await client()
  const before = server.clock.now
  await ask(user.email)
  const token = tokenIn((await mail.next()).email.text!)
  server.clock.now = new Date(before.getTime() + 3_600_000)
  try {
    await expect(reset(token)).rejects.toMatchObject({ status: 422 })
  } finally {
    server.clock.now = before
  }
  await reset(token)
})

test('an account gets at most three password links an hour, and the answer does not reveal the limit', async () => {
  const user = await client()
  for (let i = 0; i < 3; i++) {
    await ask(user.email)
    await mail.next()
  }
  const answer = await ask(user.email)
  expect(answer.body['message']).toBe(authMessages.linkSent)
  // A fourth e-mail, if it had been sent, would arrive before the one to somebody else.
  const other = await client('Ana Santos')
  await ask(other.email)
  expect((await mail.next()).to).toEqual([other.email])
  expect(await actionsOf(user.id)).toHaveLength(3)
})

test('an IP address can request at most twenty password links an hour', async () => {
  const statuses = []
  for (let i = 0; i < 22; i++) statuses.push((await ask(`nobody-${i}@example.ph`, '192.0.2.20')).status)
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429])
  expect((await ask('nobody@example.ph', '192.0.2.20')).body['message']).toBe(requestRefusals.tooMany)
})

test('a busy mail server is tried again, and the email arrives', async () => {
  const user = await client()
  const before = mail.offered()
  mail.refuseWith(451, 1)
  await ask(user.email)
  expect((await mail.next()).to).toEqual([user.email])
  expect(mail.offered()).toBe(before + 2)
})

test('an email that cannot be sent is reported in the server log and the history log, without its address and token, but not to the user', async () => {
  const user = await client('Carla Mendoza')
  mail.refuseWith(550)
  const { status, body } = await ask(user.email)
  expect([status, body['message']]).toEqual([200, authMessages.linkSent])
  await expect.poll(async () => (await actionsOf(user.id)).length).toBe(2)
  expect(await actionsOf(user.id)).toEqual([
    ['Made a one-time link for Carla Mendoza, to be sent by email', 'system', 'System'],
    ['The email with a one-time link for Carla Mendoza could not be sent', 'system', 'System'],
  ])
  const failures = logLines.filter((line) => line.includes('an email could not be sent'))
  expect(failures).toHaveLength(1)
  expect(JSON.parse(failures[0]!)).toMatchObject({ reason: expect.stringMatching(/^E[A-Z]+ 550$/) })
  expect(logLines.join('')).not.toContain('@')
})

test('an unreachable mail server is tried three times', async () => {
  const away = smtpMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'clinic@example.ph' })
  const email = { fromName: 'Perlas', to: { name: 'A', address: 'a@example.ph' }, subject: 's', text: 't', html: 'h' }
  const error = await away.send(email).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(MailError)
  expect(error).toMatchObject({ passing: true })
  let tries = 0
  const counting = { ...away, send: () => (tries++, away.send(email)) }
  const lonely = await startTestServer({ publicUrl, mailer: counting, mailPauses: [5, 10] })
  const user = await createUser(lonely.db, 'client')
  const browser = openBrowser(lonely.app, { origin: publicUrl })
  expect((await browser.send('POST', '/api/forgot-password', { email: user.email })).status).toBe(200)
  await expect.poll(() => tries).toBe(3)
  await lonely.close()
})

test('a user’s name cannot inject headers or recipients into the email about a forgotten password', async () => {
  const user = await client('Eve\r\nBcc: victim@example.ph\r\nSubject: "x" <y@example.ph>')
  await ask(user.email)
  const { to, email, raw } = await mail.next()
  expect(to).toEqual([user.email])
  expect(email.bcc ?? []).toEqual([])
  expect(email.subject).toBe('Set a new password for Perlas <Clinic> & Spa')
  expect(email.to).toHaveLength(1)
  expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^(Bcc|Subject: "x")/im)
})

test('the password link uses the configured URL, whatever Host header a request has', async () => {
  const user = await client()
  const { answer } = await openBrowser(server.app, { origin: publicUrl }).send(
    'POST',
    '/api/forgot-password',
    { email: user.email },
    { headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', host: 'evil.example' } },
  )
  expect(answer.statusCode).toBe(200)
  const { email } = await mail.next()
  expect(email.text).toContain(`${publicUrl}/reset-password#`)
  expect(`${email.text}${email.html}`).not.toContain('evil')
})

test('a clinic without a mail server rejects requests for password links and says how to reach the clinic instead', async () => {
  const silent = await startTestServer()
  await silent.db
    .updateTable('branches')
    .set({ name: 'Perlas', phone: '0917 555 0100', email: 'hello@example.ph', updated_at: new Date(0) })
    .execute()
  await expect(silent.as(null)(authContract.forgotPassword, { body: { email: 'a@example.ph' } })).rejects.toMatchObject(
    {
      status: 409,
      message: 'This clinic sends no email. Ask the clinic for a new password: 0917 555 0100 or hello@example.ph.',
    },
  )
  await silent.close()
})
