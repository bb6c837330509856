import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '#server/db/transactions.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { webhooksContract as contract } from '#shared/webhooks/contract.ts'
import { stoppedMailMessages as mail, webhookMessages as s } from '#shared/webhooks/messages.ts'
import * as queries from './queries.ts'
import { recoverWebhooks, sendEvent } from './send-deliveries.ts'
import { HOUR, MINUTE, openWebhookClinic, OTHER_RECORD, RECORD, type WebhookClinic } from './webhook-fixture.ts'

let clinic: WebhookClinic
beforeAll(async () => {
  clinic = await openWebhookClinic()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  for (const { id } of (await clinic.asAdmin(contract.list, {})).data)
    await clinic.asAdmin(contract.remove, { params: { id } })
  clinic.receiver.received.length = 0
  clinic.receiver.answerWith(() => 200)
})

const records = () => clinic.receiver.received.map(({ body }) => body.data.id)
const states = async (webhook: { id: string }) => (await clinic.deliveries(webhook)).map(({ state }) => state)
const jobs = () =>
  clinic.server.db
    .withSchema('graphile_worker')
    .selectFrom('jobs' as never)
    .selectAll()
    .execute()

test('a change is sent once to each webhook that wants it, with a signature of the Standard Webhooks convention and without personal data', async () => {
  const { receiver, server } = clinic
  const added = await clinic.add(['client.created'])
  await clinic.add(['sale.recorded'])
  const { data } = await clinic.asAdmin(clientsContract.create, {
    body: { name: 'Rosa Lim', email: 'rosa@example.ph' },
  })
  await clinic.send(added)
  await clinic.send(added)
  expect(receiver.received).toHaveLength(1)
  const { headers, text } = receiver.received[0]!
  expect(JSON.parse(text)).toEqual({
    type: 'client.created',
    timestamp: '2026-11-21T09:00:00+08:00',
    data: { record: 'client', id: data.id, changed: [], url: `/api/clients-details/${data.id}` },
  })
  expect(text).not.toMatch(/Rosa|example\.ph/)
  expect(headers['user-agent']).toMatch(/^Mutya\/\S+ \(webhooks\)$/)
  const [sent] = await clinic.deliveries(added)
  expect(headers['webhook-id']).toBe(sent!.id)
  vi.useFakeTimers({ toFake: ['Date'], now: server.clock.now })
  try {
    const verifier = new Verifier(added.secret)
    expect(verifier.verify(text, headers as Record<string, string>)).toEqual(JSON.parse(text))
    expect(() => verifier.verify(`${text} `, headers as Record<string, string>)).toThrow('No matching signature')
  } finally {
    vi.useRealTimers()
  }
})

test('a webhook’s renewed secret signs requests at once, and the previous secret also signs them for one more day', async () => {
  const webhook = await clinic.add()
  const { data } = await clinic.asAdmin(contract.renewSecret, { params: { id: webhook.id } })
  const verifiesBoth = async () => {
    await clinic.change()
    await clinic.send(webhook)
    const { headers, text } = clinic.receiver.received.at(-1)!
    return [data.secret, webhook.secret].map((secret) => {
      const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000)
      const expected = new Verifier(secret).sign(String(headers['webhook-id']), sentAt, text)
      return String(headers['webhook-signature']).split(' ').includes(expected)
    })
  }
  expect(await verifiesBoth()).toEqual([true, true])
  clinic.pass(24 * HOUR)
  expect(await verifiesBoth()).toEqual([true, false])
})

test('events of a record arrive in order, also when the first one fails; other records do not wait for it', async () => {
  const webhook = await clinic.add()
  await clinic.change(RECORD)
  await clinic.change(RECORD)
  await clinic.change(OTHER_RECORD)
  const [first, second] = await clinic.deliveries(webhook)
  clinic.receiver.answerWith(({ headers }) => (headers['webhook-id'] === first!.id ? 500 : 200))
  await clinic.send(webhook)
  expect(records()).toEqual([RECORD])
  await clinic.send(webhook)
  expect(records()).toEqual([RECORD])
  clinic.pass(5_000)
  await clinic.send(webhook)
  expect(records()).toEqual([RECORD, OTHER_RECORD, RECORD])
  clinic.receiver.answerWith(() => 200)
  clinic.pass(30_000)
  await clinic.send(webhook)
  expect(clinic.receiver.received.slice(2).map(({ headers }) => headers['webhook-id'])).toEqual([
    first!.id,
    first!.id,
    second!.id,
  ])
  expect(await states(webhook)).toEqual(['sent', 'sent', 'sent'])
})

test('a webhook that only fails is tried less and less often, is switched off after three days, and sends again when it is switched on', async () => {
  const webhook = await clinic.add()
  clinic.receiver.answerWith(() => 503)
  await clinic.change()
  const start = clinic.server.clock.now.getTime()
  const pauses: number[] = []
  for (let tries = 0; tries < 20; tries++) {
    await clinic.send(webhook)
    const { paused_until, is_on } = await clinic.read(webhook)
    if (!is_on) break
    pauses.push(Date.parse(paused_until!) - clinic.server.clock.now.getTime())
    clinic.pass(pauses.at(-1)!)
  }
  const usual = [
    5_000,
    30_000,
    2 * MINUTE,
    10 * MINUTE,
    30 * MINUTE,
    HOUR,
    3 * HOUR,
    6 * HOUR,
    12 * HOUR,
    24 * HOUR,
    24 * HOUR,
  ]
  expect(pauses.slice(0, usual.length)).toEqual(usual)
  expect(clinic.server.clock.now.getTime() - start).toBe(72 * HOUR)
  expect(await clinic.read(webhook)).toMatchObject({ is_on: false, stopped_because: 'failures', status: 503 })
  expect((await logEntries(clinic.server.db, { subject_id: webhook.id })).at(-1)).toMatchObject({
    event: 'webhooks.webhook.stopped',
    user_role: 'system',
  })
  const notices = async () => (await clinic.asAdmin(dashboardContract.monthlySales, {})).notices
  expect(await notices()).toContain('webhook_stopped')
  expect(await states(webhook)).toEqual(['failed'])

  await clinic.change(OTHER_RECORD)
  expect(await states(webhook)).toEqual(['failed'])
  clinic.receiver.answerWith(() => 200)
  await clinic.asAdmin(contract.switch, { params: { id: webhook.id }, body: { is_on: true } })
  expect(await notices()).not.toContain('webhook_stopped')
  await clinic.change()
  await clinic.send(webhook)
  expect(await states(webhook)).toEqual(['failed', 'sent'])
  expect(await clinic.read(webhook)).toMatchObject({ failing_since: null, paused_until: null, status: 200 })
})

test('an event that fails for three days is dropped if other events of its webhook succeed, and the next event of its record is sent', async () => {
  const webhook = await clinic.add()
  await clinic.change()
  const [first] = await clinic.deliveries(webhook)
  clinic.receiver.answerWith(({ headers }) => (headers['webhook-id'] === first!.id ? 400 : 200))
  for (let hours = 0; hours <= 96 && (await states(webhook))[0] === 'waiting'; hours += 6) {
    await clinic.change(OTHER_RECORD)
    await clinic.send(webhook)
    await clinic.send(webhook)
    clinic.pass(6 * HOUR)
  }
  await clinic.change()
  await clinic.send(webhook)
  expect((await states(webhook))[0]).toBe('failed')
  expect(records().at(-1)).toBe(RECORD)
  expect(await clinic.read(webhook)).toMatchObject({ is_on: true, failing_since: null })
})

test('a webhook whose receiver answers 410 Gone is switched off at once, each admin gets one e-mail about it, and its events wait until it is switched on', async () => {
  const before = (await clinic.sentMails()).length
  const webhook = await clinic.add()
  clinic.receiver.answerWith(() => 410)
  await clinic.change()
  await clinic.change(OTHER_RECORD)
  await clinic.send(webhook)
  await clinic.send(webhook)
  expect(records()).toEqual([RECORD])
  expect(await clinic.read(webhook)).toMatchObject({ is_on: false, stopped_because: 'gone', waiting: 2 })
  const host = new URL(clinic.receiver.url).host
  const mails = (await clinic.sentMails()).slice(before)
  expect(mails.map(({ to, subject }) => [to.name, subject])).toEqual([['Ada Admin', mail.subject(host)]])
  expect(mails[0]!.text).toContain(mail.reasons.gone(host))
  clinic.receiver.answerWith(() => 200)
  await clinic.asAdmin(contract.switch, { params: { id: webhook.id }, body: { is_on: true } })
  await clinic.send(webhook)
  expect(await states(webhook)).toEqual(['sent', 'sent'])
})

test('an event can be sent again with the same id; a test event is sent at once and ends the pause after failures', async () => {
  const webhook = await clinic.add()
  await clinic.change()
  await clinic.send(webhook)
  const [sent] = await clinic.deliveries(webhook)
  const resend = (id: string) => clinic.asAdmin(contract.resend, { params: { id } })
  expect((await resend(sent!.id)).data.state).toBe('waiting')
  expect(await errorOf(resend(sent!.id))).toMatchObject({ status: 409, message: s.stillWaiting })
  clinic.receiver.answerWith(() => 500)
  await clinic.send(webhook)
  expect((await clinic.read(webhook)).paused_until).not.toBeNull()
  const sendTest = async () => (await clinic.asAdmin(contract.test, { params: { id: webhook.id } })).data
  expect(await sendTest()).toMatchObject({ event: 'webhook.test', state: 'failed', status: 500 })
  clinic.receiver.answerWith(() => 204)
  const tested = await sendTest()
  expect(tested).toMatchObject({ state: 'sent', status: 204, tries: 1 })
  expect(await errorOf(resend(tested.id))).toMatchObject({ status: 409, message: s.isTest })
  await clinic.send(webhook)
  const ids = clinic.receiver.received.filter(({ body }) => body.type === 'product.changed')
  expect(ids.map(({ headers }) => headers['webhook-id'])).toEqual([sent!.id, sent!.id, sent!.id])
  await clinic.asAdmin(contract.switch, { params: { id: webhook.id }, body: { is_on: false } })
  expect(await errorOf(resend(sent!.id))).toMatchObject({ status: 409, message: s.isOff })
})

test('two processes that work at the same time send each event once', async () => {
  const webhook = await clinic.add()
  for (let at = 0; at < 12; at++) await clinic.change(at % 2 ? RECORD : OTHER_RECORD)
  let isLate = 0
  clinic.receiver.answerWith(async () => {
    // The second process works while the first waits for an answer.
    if (isLate++ === 0) await clinic.send(webhook)
    return 200
  })
  await Promise.all([clinic.send(webhook), clinic.send(webhook)])
  const ids = clinic.receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(12)
  expect(new Set(ids).size).toBe(12)
  expect(records().filter((_, at) => at % 2 === 0)).toEqual(Array(6).fill(OTHER_RECORD))
})

test('an event whose process was killed while it sent is sent again with the same id, once the lease of that process has ended', async () => {
  const webhook = await clinic.add()
  await clinic.change()
  const now = clinic.server.clock.now
  const dead = { webhookId: webhook.id, leaseId: crypto.randomUUID(), now }
  const taken = await inTransaction(clinic.server.appDb, (tx) => queries.takeNext(tx, dead))
  await sendEvent(taken!, now, { allowsPrivate: true }, new AbortController().signal)
  await clinic.send(webhook)
  expect(records()).toEqual([RECORD])
  clinic.pass(31_000)
  await clinic.server.db
    .withSchema('graphile_worker')
    .deleteFrom('_private_jobs' as never)
    .execute()
  await recoverWebhooks(clinic.services)
  expect(await jobs()).toHaveLength(1)
  await clinic.send(webhook)
  const ids = clinic.receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([taken!.id, taken!.id])
  expect(await states(webhook)).toEqual(['sent'])
})

test('a change that is rolled back is sent to no webhook', async () => {
  const webhook = await clinic.add()
  const failing = inTransaction(clinic.server.appDb, async (tx) => {
    await writeSystemLog(tx, clinic.server.clock.now, {
      type: 'inventory.product.deleted',
      subjectId: RECORD,
      parameters: { name: 'Serum', quantity: 1, unit_type: 'pc' },
    })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await clinic.deliveries(webhook)).toEqual([])
})

test('the background jobs of a process send 25 changes to a webhook, each once, although one job sends at most 20', async () => {
  const webhook = await clinic.add()
  for (let at = 0; at < 25; at++) await clinic.change(crypto.randomUUID())
  const stop = startJobs({
    ...clinic.services,
    allowsPrivateWebhooks: true,
    connectionString: clinic.server.database.appUrl,
    publicUrl: undefined,
    mailer: undefined,
    sms: undefined,
    publish: () => undefined,
    warn: () => undefined,
    logFailure: () => undefined,
  })
  try {
    await expect.poll(() => states(webhook)).toEqual(Array(25).fill('sent'))
  } finally {
    await stop()
  }
  expect(clinic.receiver.received).toHaveLength(25)
})
