import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { expectRefused } from '#server/appointments/booking-fixture.ts'
import { secretBox } from '#server/lib/secret-box.ts'
import { createUser } from '#server/test/factories.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { startMailServer } from '#server/test/mail-server.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { authContract } from '#shared/auth/contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { mailServerContract as contract, type MailServer } from '#shared/messages/mail-server-contract.ts'
import { mailServerMessages as s } from '#shared/messages/mail-server-messages.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { messagesMessages } from '#shared/messages/messages.ts'
import { deliver } from './deliver.ts'
import { openMailClinic } from './message-fixture.ts'

const logIn = { user: 'clinic@perlas.example', password: ' hunter2 ñ ' }

async function open() {
  const mail = await startMailServer(logIn)
  onTestFinished(() => mail.close())
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const admin = await createUser(server.db, 'admin', { email: 'ana@perlas.example' })
  const as = server.as(admin.token)
  const wanted: Input<typeof contract.save>['body'] = {
    host: '127.0.0.1',
    port: Number(new URL(mail.url).port),
    security: 'none',
    user_name: logIn.user,
    password: logIn.password,
    sender_name: 'Perlas Front Desk',
    sender_address: 'clinic@perlas.example',
    web_address: 'https://perlas.example/book',
  }
  const save = (changes: Partial<typeof wanted>, version: number) =>
    as(contract.save, { body: { ...wanted, ...changes } }, ifMatchVersion(version))
  return { mail, server, admin, as, save, read: async () => (await as(contract.read, {})).data }
}

/** The services of a process other than the one that saved the settings. */
const servicesOf = ({ appDb, clock, uploadsDir }: TestServer) => ({
  db: appDb,
  clock: () => clock.now,
  publicUrl: undefined,
  mailer: undefined,
  secrets: secretBox(`${uploadsDir}.key`),
  sms: undefined,
  pauses: [60_000],
  logFailure: () => undefined,
})

async function deliverAll(server: TestServer): Promise<void> {
  const rows = await server.db.selectFrom('messages').select('id').where('state', '=', 'queued').execute()
  for (const { id } of rows) await deliver(servicesOf(server), id, new AbortController().signal)
}

const lastMessage = ({ db }: TestServer) =>
  db
    .selectFrom('messages')
    .select(['state', 'reason'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

test('every process uses a saved mail server immediately, and the password is neither shown nor logged', async () => {
  const { mail, server, admin, as, save, read } = await open()
  const other = await startTestServer({ existing: server })
  expect(await read()).toEqual({ fixed: null, server: null, public_url: null })
  const forgot = () => other.as(null)(authContract.forgotPassword, { body: { email: admin.email } })
  await expect(forgot()).rejects.toMatchObject({ status: 409 })

  const { data } = await save({}, 0)
  expect(data).toMatchObject({ password: 'stored', web_address: 'https://perlas.example', version: 1 })
  expect(await other.as(null)(clinicContract.read, {})).toMatchObject({ sends_email: true })
  await forgot()
  await expect.poll(() => lastMessage(server)).toMatchObject({ state: 'queued' })
  await deliverAll(server)
  expect(await lastMessage(server)).toEqual({ state: 'sent', reason: null })
  const { from, email } = await mail.next()
  expect([from, email.from?.name]).toEqual(['clinic@perlas.example', 'Perlas Front Desk'])
  expect(email.text).toContain('https://perlas.example/reset-password')

  const stored = await server.db.selectFrom('mail_servers').selectAll().executeTakeFirstOrThrow()
  const shown = JSON.stringify([data, await read(), stored, await logEntries(server.db)])
  expect(shown).not.toContain('hunter2')
  expect(shown).toContain('Changed the mail account')
  expect(stored.encrypted_password).not.toContain((await readFile(`${server.uploadsDir}.key`, 'utf8')).trim())

  await as(contract.remove, {})
  expect(await other.as(null)(clinicContract.read, {})).toMatchObject({ sends_email: false })
  await other.app.close()
  await other.hub.stop()
})

test('a mail server that is saved without a password keeps the stored password only for the same account and connection, and a stale form is refused', async () => {
  const { save } = await open()
  await expectRefused(save({ web_address: null }, 0), 422, s.webAddressNeeded)
  await expectRefused(save({ password: null }, 0), 422, s.passwordNeeded)
  await expectRefused(save({ user_name: null }, 0), 422, s.passwordWithoutUser)
  await save({}, 0)
  const kept = await save({ password: null, sender_name: null }, 1)
  expect(kept.data).toMatchObject({ password: 'stored', sender_name: null, version: 2 })
  for (const changes of [
    { host: 'mail.elsewhere.example' },
    { port: 25 },
    { security: 'tls' },
    { user_name: 'other' },
  ] as const)
    await expectRefused(save({ password: null, ...changes }, 2), 422, s.passwordNeeded)
  await expect(save({ port: 465 }, 1)).rejects.toMatchObject({
    code: 'stale',
    data: { version: 2 } satisfies Partial<MailServer>,
  })
  expect((await save({ password: null, user_name: null }, 2)).data).toMatchObject({ password: 'none', user_name: null })
})

test('a test e-mail says in plain words what the mail server has answered', async () => {
  const { mail, admin, as, save } = await open()
  const send = async () => (await as(contract.test, {})).data
  await expectRefused(send(), 409, messagesMessages.noServer.email)
  let version = 0
  const tested = async (changes: Parameters<typeof save>[0]) => {
    version = (await save(changes, version)).data.version
    return send()
  }
  expect(await tested({})).toEqual({ is_sent: true, message: s.testSent(admin.email) })
  expect((await mail.next()).email.subject).toBe('Test message from Mutya')
  const failures = [
    [{ password: 'wrong' }, 'log-in'],
    [{ user_name: null, password: null }, 'log-in'],
    [{ host: 'nowhere.invalid' }, 'host'],
    [{ port: 1 }, 'unreachable'],
    [{ security: 'starttls' }, 'certificate'],
    [{ security: 'tls' }, 'security'],
  ] as const
  for (const [changes, problem] of failures)
    expect(await tested(changes), problem).toEqual({ is_sent: false, message: s.problems[problem] })
  mail.refuseWith(451)
  expect(await tested({})).toEqual({ is_sent: false, message: s.withCode(s.problems.other, 'EMESSAGE 451') })
})

/** Starts a mail server that refuses each log-in with this SMTP code, and returns its port. */
async function refuseLogIns(responseCode: number): Promise<number> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('no log-in'), { responseCode })),
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  await once(listening, 'listening')
  return (listening.address() as AddressInfo).port
}

test('a log-in that the mail server refuses only for now delays messages, and a wrong password fails them', async () => {
  const { server, admin, as, save } = await open()
  const requestLink = () => server.as(null)(authContract.forgotPassword, { body: { email: admin.email } })
  await save({ port: await refuseLogIns(454) }, 0)
  await requestLink()
  await expect.poll(() => lastMessage(server)).toMatchObject({ state: 'queued' })
  await deliverAll(server)
  expect(await lastMessage(server)).toEqual({ state: 'queued', reason: 'EAUTH 454' })
  expect((await as(contract.test, {})).data).toEqual({ is_sent: false, message: s.problems.busy })
  await save({ port: await refuseLogIns(535) }, 1)
  await deliverAll(server)
  expect(await lastMessage(server)).toEqual({ state: 'failed', reason: 'EAUTH 535' })
  expect((await as(contract.test, {})).data).toEqual({ is_sent: false, message: s.problems['log-in'] })
})

test('if the key file is missing, the password of the mail server must be entered again, and messages wait until then', async () => {
  const { mail, server, admin, as, save, read } = await open()
  await save({}, 0)
  await rm(`${server.uploadsDir}.key`)
  expect((await read()).server).toMatchObject({ password: 'missing', host: '127.0.0.1' })
  expect((await as(contract.test, {})).data).toEqual({ is_sent: false, message: s.problems['key-missing'] })
  await server.as(null)(authContract.forgotPassword, { body: { email: admin.email } })
  await expect.poll(() => lastMessage(server)).toMatchObject({ state: 'queued' })
  await deliverAll(server)
  expect(await lastMessage(server)).toEqual({ state: 'queued', reason: 'key-missing' })
  await expectRefused(save({ password: null }, 1), 422, s.passwordNeeded)
  await save({}, 1)
  await deliverAll(server)
  expect(await lastMessage(server)).toEqual({ state: 'sent', reason: null })
  expect(mail.received).toHaveLength(1)
})

test('a mail server set by the environment has priority over the settings, and is shown without a form', async () => {
  const clinic = await openMailClinic()
  onTestFinished(() => clinic.close())
  expect((await clinic.admin(contract.read, {})).data).toEqual({
    fixed: { host: '127.0.0.1', from: 'hello@perlas.example' },
    server: null,
    public_url: 'https://clinic.example.ph',
  })
  const body = {
    host: 'smtp.elsewhere.example',
    port: 587,
    security: 'starttls',
    user_name: null,
    password: null,
    sender_name: null,
    sender_address: 'clinic@perlas.example',
    web_address: null,
  } as const
  await expectRefused(clinic.admin(contract.save, { body }, ifMatchVersion(0)), 409, s.fixedHint)
  expect((await clinic.admin(contract.test, {})).data.is_sent).toBe(true)
  expect((await clinic.mail.next()).from).toBe('hello@perlas.example')
})
