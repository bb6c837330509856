import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { recoverMessages, reserveSendingTime } from '#server/messages/outbox/outbox.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { createUser } from '#server/test/factories.ts'
import { httpSmsGateway, SmsError } from '#server/messages/transport/sms-gateway.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { openMailClinic, type MailClinic } from './message-fixture.ts'
import { deliver, usualPauses } from './deliver.ts'

let clinic: MailClinic
let gateway: Server
let requests: { headers: IncomingMessage['headers']; body: string; at: number }[] = []
/** The gateway's answer; while it is undefined, the gateway never answers. */
let answer: (() => { status: number; body: string }) | undefined
const taken = { status: 200, body: JSON.stringify([{ message_id: 1, status: 'Queued' }]) }
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      requests.push({ headers: request.headers, body, at: performance.now() })
      const found = answer?.()
      if (found) response.writeHead(found.status).end(found.body)
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const sms = {
    ...httpSmsGateway({ kind: 'semaphore', url: urlOf(), apiKey: 'key-123', sender: 'PERLAS' }),
    everyMs: 50,
  }
  clinic = await openMailClinic({ sms, pauses: [10, 20] })
})
afterAll(async () => {
  await clinic.close()
  gateway.closeAllConnections()
  await new Promise((resolve) => gateway.close(resolve))
})
beforeEach(async () => {
  requests = []
  answer = () => taken
  clinic.mail.refuseWith(null)
  clinic.mail.received.length = 0
  await clinic.server.db.deleteFrom('messages').execute()
  await clinic.server.db.deleteFrom('message_pace').execute()
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

/**
 * The calls that the gateway received for a number. The gateway may read a call that an earlier test aborted only after
 * that test has ended. Tests that count calls send to numbers of their own, so that such a late call is not counted.
 */
const requestsTo = (number: string) => requests.filter(({ body }) => new URLSearchParams(body).get('number') === number)
const urlOf = () => `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/api/v4/messages`
/** Runs two processes with jobs on the same database. */
function runTwoProcesses(services = clinic.services): void {
  for (let i = 0; i < 2; i++)
    stops.push(
      startJobs({
        ...services,
        publish: () => undefined,
        connectionString: clinic.server.database.appUrl,
        warn: (error, text) => expect.fail(`${text}: ${String(error)}`),
      }),
    )
}
const stateOf = async (subjectId: string, channel = 'email') =>
  await clinic.server.db
    .selectFrom('messages')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('channel', '=', channel)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const switchSms = (is_on: boolean) =>
  clinic.admin(messagesContract.saveOccasion, {
    body: { occasion: 'booked', channel: 'sms', is_on, subject: null, body: null },
  })

test('an unavailable mail server delays messages without loss, and a rejection is reported without the address', async () => {
  clinic.mail.refuseWith(451)
  const id = await clinic.appointment('2026-12-01', '10:00:00')
  await clinic.deliverAll()
  expect(await stateOf(id)).toMatchObject({ state: 'queued', reason: 'EMESSAGE 451', tries: 1 })
  clinic.mail.refuseWith(null)
  await clinic.deliverAll()
  expect(await stateOf(id)).toMatchObject({ state: 'sent', reason: null, tries: 2 })
  clinic.mail.refuseWith(550)
  const other = await clinic.appointment('2026-12-01', '11:00:00')
  await clinic.deliverAll()
  expect(await stateOf(other)).toMatchObject({ state: 'failed', reason: 'EMESSAGE 550' })
})

test('a process that dies between sending and recording a message sends it at most twice, under one Message-ID', async () => {
  const id = await clinic.appointment('2026-12-01', '12:00:00')
  await clinic.deliverAll()
  const { db, appDb, clock } = clinic.server
  // Reproduces a process that died: the email was sent, but the row is still in progress.
  await db.updateTable('messages').set({ state: 'sending', sent_at: null }).where('subject_id', '=', id).execute()
  const recover = () => appDb.transaction().execute((tx) => recoverMessages(tx, clock.now))
  await recover()
  expect((await stateOf(id)).state).toBe('sending')
  const before = clock.now
  clock.now = new Date(before.getTime() + 121_000)
  await recover()
  runTwoProcesses()
  await expect.poll(async () => (await stateOf(id)).state).toBe('sent')
  clock.now = before
  const ids = clinic.mail.received.map(({ email }) => email.messageId)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('a message whose job is missing, as after a restore, gets a new job', async () => {
  const id = await clinic.appointment('2026-12-01', '13:00:00')
  const { database, appDb, clock } = clinic.server
  const pg = await import('pg')
  const owner = new pg.default.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('delete from graphile_worker._private_jobs')
  await owner.end()
  await appDb.transaction().execute((tx) => recoverMessages(tx, clock.now))
  await appDb.transaction().execute((tx) => recoverMessages(tx, clock.now))
  runTwoProcesses()
  await expect.poll(async () => (await stateOf(id)).state).toBe('sent')
  expect(clinic.mail.received).toHaveLength(1)
})

test('an SMS is sent if enabled for the message type: plain text, without the treatment, to the international number', async () => {
  await switchSms(true)
  const client = await createUser(clinic.server.db, 'client', { contactNumber: '(02) 8123 4567', name: 'Liza' })
  const id = await clinic.appointment('2026-12-02', '10:00:00', 'pending', client)
  await clinic.deliverAll()
  expect((await stateOf(id, 'sms')).state).toBe('skipped')
  await clinic.server.db
    .updateTable('people')
    .set({ contact_number: '0895 123 4567' })
    .where('id', '=', client.id)
    .execute()
  const other = await clinic.appointment('2026-12-02', '11:00:00', 'pending', client)
  await clinic.deliverAll()
  await switchSms(false)
  expect((await stateOf(other, 'sms')).state).toBe('sent')
  const sent = new URLSearchParams(requests.at(-1)!.body)
  expect(Object.fromEntries(sent)).toEqual({
    apikey: 'key-123',
    sendername: 'PERLAS',
    number: '+638951234567',
    message:
      'Perlas <Clinic> & Spa: we have your request for Wed, Dec 2, 11:00 AM. We will tell you when it is confirmed.',
  })
})

test('two processes together respect the rate limit of the SMS gateway, and send each SMS once', async () => {
  await switchSms(true)
  const ids: string[] = []
  for (let i = 0; i < 8; i++) {
    const client = await createUser(clinic.server.db, 'client', { contactNumber: `0917 123 45${10 + i}` })
    ids.push(await clinic.appointment(`2026-12-${10 + i}`, '15:00:00', 'pending', client))
  }
  await switchSms(false)
  runTwoProcesses({ ...clinic.services, sms: { ...clinic.services.sms!, everyMs: 300 } })
  for (const id of ids) await expect.poll(async () => (await stateOf(id, 'sms')).state).toBe('sent')
  const sent = ids.map((_, i) => requestsTo(`+6391712345${10 + i}`))
  expect(sent.map(({ length }) => length)).toEqual(ids.map(() => 1))
  const times = sent.flat().map(({ at }) => at)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  // Eight messages have seven pauses of 300 ms between them. The limit is lower than 2.1 seconds, because a busy
  // machine may delay the first message more than the last.
  expect(last - first).toBeGreaterThan(1_500)
})

const send = (settings: Parameters<typeof httpSmsGateway>[0], text = 'Hello', signal = new AbortController().signal) =>
  httpSmsGateway(settings).send({ id: 'a1', to: '+639171234567', text }, signal)
const semaphore = () => ({ kind: 'semaphore', url: urlOf(), apiKey: 'key-123', sender: undefined }) as const

test.each([
  ['answers that it is busy', { status: 429, body: '{}' }, 'HTTP 429', true],
  ['answers with a server error', { status: 500, body: 'x' }, 'HTTP 500', true],
  ['rejects the API key', { status: 401, body: '{}' }, 'HTTP 401', false],
  [
    'rejects the phone number',
    { status: 200, body: '{"number":["The number format is invalid."]}' },
    'the gateway refused the message',
    false,
  ],
  ['reports failure', { status: 200, body: '[{"status":"Failed"}]' }, 'the gateway refused the message', false],
  ['ends its answer in the middle', { status: 200, body: '[{"message_id' }, 'no-answer', false, true],
  ['does not answer its proxy', { status: 504, body: 'x' }, 'no-answer', true, true],
  ['answers with a web page', { status: 200, body: '<html>' }, 'no answer of a gateway', true],
])(
  'the failure of an SMS gateway that %s is reported as an error code, without the text of the gateway',
  async (_what, given, reason, passing, isUnanswered = false) => {
    answer = () => given
    const error = await send(semaphore()).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(SmsError)
    expect(error).toMatchObject({ message: reason, passing, isUnanswered })
  },
)

test('an SMS gateway that is unreachable or does not answer is tried again later', async () => {
  const away = send({ ...semaphore(), url: 'http://127.0.0.1:2/' })
  await expect(away).rejects.toMatchObject({ message: 'ECONNREFUSED', passing: true, isUnanswered: false })
  answer = undefined
  const hanging = send(semaphore(), 'Hello', AbortSignal.timeout(50))
  await expect(hanging).rejects.toMatchObject({ message: 'no-answer', passing: true, isUnanswered: true })
  // A webhook recognises a duplicate by its id, so a try for which it gave no answer is not counted as unanswered.
  const webhook = send({ kind: 'webhook', url: urlOf(), token: undefined }, 'Hello', AbortSignal.timeout(50))
  await expect(webhook).rejects.toMatchObject({ message: 'no-answer', passing: true, isUnanswered: false })
})

test('an SMS without an answer from the gateway is sent at most three times, and marked as possibly delivered', async () => {
  await switchSms(true)
  const client = await createUser(clinic.server.db, 'client', { contactNumber: '0917 123 4599' })
  const id = await clinic.appointment('2026-12-03', '10:00:00', 'pending', client)
  await switchSms(false)
  const { clock } = clinic.server
  answer = undefined
  const { id: message } = await stateOf(id, 'sms')
  // The timeout is short only while the gateway gives no answer, so that a busy machine causes no other timeout.
  const trySend = () => {
    const sms = { ...httpSmsGateway(semaphore(), answer ? undefined : 1_000), everyMs: 1 }
    return deliver({ ...clinic.services, sms, pauses: usualPauses }, message, new AbortController().signal)
  }
  const waits = async () => ((await stateOf(id, 'sms')).send_at.getTime() - clock.now.getTime()) / 60_000
  await trySend()
  expect(await stateOf(id, 'sms')).toMatchObject({ state: 'queued', reason: 'no-answer', unanswered: 1 })
  expect(await waits()).toBe(15)
  // A rejected try in between does not count as unanswered.
  answer = () => ({ status: 503, body: 'x' })
  await trySend()
  expect(await stateOf(id, 'sms')).toMatchObject({ state: 'queued', reason: 'HTTP 503', unanswered: 1 })
  answer = undefined
  await trySend()
  expect(await waits()).toBe(50)
  await trySend()
  expect(await stateOf(id, 'sms')).toMatchObject({ state: 'failed', reason: 'no-answer', unanswered: 3 })
  expect(requestsTo('+639171234599')).toHaveLength(4)
  const { data } = await clinic.admin(messagesContract.list, { querystring: { state: 'failed' } })
  expect(data).toMatchObject([{ channel: 'sms', unanswered: 3 }])
  // Staff send the message again, after they have asked the client whether it arrived.
  answer = () => taken
  await clinic.admin(messagesContract.resend, { params: { id: message } })
  await trySend()
  expect(await stateOf(id, 'sms')).toMatchObject({ state: 'sent', reason: null, unanswered: 0 })
})

test('an SMS in progress when its process died is marked as possibly delivered', async () => {
  await switchSms(true)
  const client = await createUser(clinic.server.db, 'client', { contactNumber: '0917 123 4598' })
  const id = await clinic.appointment('2026-12-03', '11:00:00', 'pending', client)
  await switchSms(false)
  const { db, appDb, clock } = clinic.server
  await db.updateTable('messages').set({ state: 'sending' }).where('subject_id', '=', id).execute()
  const later = new Date(clock.now.getTime() + 121_000)
  await appDb.transaction().execute((tx) => recoverMessages(tx, later))
  expect(await stateOf(id, 'sms')).toMatchObject({ state: 'queued', unanswered: 1 })
  expect(await stateOf(id)).toMatchObject({ state: 'queued', unanswered: 0 })
})

test('an SMS whose process dies in the third try is not sent a fourth time', async () => {
  await switchSms(true)
  const client = await createUser(clinic.server.db, 'client', { contactNumber: '0917 123 4597' })
  const id = await clinic.appointment('2026-12-03', '12:00:00', 'pending', client)
  await switchSms(false)
  const { db, appDb, clock } = clinic.server
  await db.updateTable('messages').set({ state: 'sending', unanswered: 2 }).where('subject_id', '=', id).execute()
  const later = new Date(clock.now.getTime() + 121_000)
  await appDb.transaction().execute((tx) => recoverMessages(tx, later))
  expect(await stateOf(id, 'sms')).toMatchObject({ state: 'failed', reason: 'no-answer', unanswered: 3 })
  expect(await stateOf(id)).toMatchObject({ state: 'queued' })
})

test('an SMS webhook gets an id with which it can recognise duplicates', async () => {
  await send({ kind: 'webhook', url: urlOf(), token: 'secret' })
  expect(JSON.parse(requests[0]!.body)).toEqual({ id: 'a1', to: '+639171234567', message: 'Hello' })
  expect(requests[0]!.headers).toMatchObject({ authorization: 'Bearer secret', 'idempotency-key': 'a1' })
})

test('a clock that was months ahead does not delay SMS for months', async () => {
  const { appDb, clock } = clinic.server
  const turn = (at: Date) => inTransaction(appDb, (tx) => reserveSendingTime(tx, 'sms', 500, at))
  const ahead = new Date(clock.now.getTime() + 90 * 86_400_000)
  expect(await turn(ahead)).toEqual(ahead)
  const waits: number[] = []
  for (let n = 0; n < 3; n++) waits.push((await turn(clock.now)).getTime() - clock.now.getTime())
  expect(Math.max(...waits)).toBeLessThanOrEqual(30_000)
  const later = new Date(clock.now.getTime() + 31_000)
  expect([await turn(later), await turn(later)].map((at) => at.getTime() - later.getTime())).toEqual([0, 500])
  await clinic.server.db.deleteFrom('message_pace').execute()
})
