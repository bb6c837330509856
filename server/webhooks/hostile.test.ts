import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#server/test/webhook-receiver.ts'
import { apiKeysContract } from '#shared/api-keys/contract.ts'
import { webhooksContract as contract } from '#shared/webhooks/contract.ts'
import { webhookMessages as s } from '#shared/webhooks/messages.ts'
import { sendRequest } from './send-request.ts'

let server: TestServer
let asAdmin: Caller
let receiver: WebhookReceiver
beforeAll(async () => {
  server = await startTestServer()
  asAdmin = server.as((await createUser(server.db, 'admin')).token)
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const body = (url: string) => ({ url, description: null, events: ['sale.recorded' as const] })
const create = async (url: string) => (await asAdmin(contract.create, { body: body(url) })).data
const refusal = async (url: string) => (await errorOf(create(url))).errors
const never = new AbortController().signal
const send = (url: string, options = {}) =>
  sendRequest({ url, headers: {}, body: '{}' }, { allowsPrivate: false, ...options }, never)

test.each([
  ['https://127.0.0.1/hook', s.urlPrivate],
  ['https://2130706433/hook', s.urlPrivate],
  ['https://0x7f.1/hook', s.urlPrivate],
  ['https://10.0.0.8', s.urlPrivate],
  ['https://172.31.255.255', s.urlPrivate],
  ['https://192.168.1.1', s.urlPrivate],
  ['https://169.254.169.254/latest/meta-data', s.urlPrivate],
  ['https://100.64.0.1', s.urlPrivate],
  ['https://0.0.0.0', s.urlPrivate],
  ['https://[::1]/hook', s.urlPrivate],
  ['https://[::ffff:127.0.0.1]/hook', s.urlPrivate],
  ['https://[fd00::1]/hook', s.urlPrivate],
  ['https://[64:ff9b::7f00:1]/hook', s.urlPrivate],
  ['https://localhost:3000', s.urlPrivate],
  ['https://db.localhost.', s.urlPrivate],
  ['http://example.com/hook', s.urlNotSecure],
  ['ftp://example.com/hook', s.urlWrong],
  ['example.com/hook', s.urlWrong],
  ['https://user:secret@example.com', s.urlWithPassword],
])('a webhook to %s is refused', async (url, sentence) => {
  expect(await refusal(url)).toEqual({ url: [sentence] })
})

test('no webhook request reaches a private network by a name, a mapped IPv6 address or a redirect', async () => {
  const refused = { status: null, error: 'private-address' }
  // The name `localhost` resolves to this machine, as a name of an attacker could do after the webhook was saved.
  expect(await send(`http://localhost:${receiver.port}/`)).toMatchObject(refused)
  expect(await send(receiver.url)).toMatchObject(refused)
  expect(await send(`http://[::ffff:127.0.0.1]:${receiver.port}/`)).toMatchObject(refused)
  expect(receiver.received).toHaveLength(0)
  const inside = await startWebhookReceiver()
  receiver.answerWith(() => ({ redirectTo: inside.url }))
  expect(await send(receiver.url, { allowsPrivate: true })).toMatchObject({ status: 307, error: null })
  expect([receiver.received.length, inside.received.length]).toEqual([1, 0])
  await inside.close()
})

test('a webhook request without a response ends after its timeout, and an endless response is cut off', async () => {
  const allowed = { allowsPrivate: true, answerMs: 300 }
  receiver.answerWith(() => 'hang')
  expect(await send(receiver.url, allowed)).toMatchObject({ status: null, error: 'timeout' })
  receiver.answerWith(() => 'endless')
  expect(await send(receiver.url, { allowsPrivate: true })).toMatchObject({ status: 200, error: null })
  const closed = http.createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => closed.on('listening', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  expect(await send(`http://127.0.0.1:${port}/`, allowed)).toMatchObject({ status: null, error: 'refused' })
  expect(await send('http://no-such-host.invalid/', allowed)).toMatchObject({ status: null, error: 'no-such-host' })
})

test('an admin adds, changes, switches on and off, and deletes webhooks; the history log names the host, and neither address nor secret', async () => {
  const { secret, ...added } = await create('https://hooks.example.com/T123/very-secret')
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect((await asAdmin(contract.list, {})).data).toEqual([added])
  expect(await refusal(added.url)).toEqual({ url: [s.urlTaken] })
  const params = { id: added.id }
  const changed = { ...body('https://hooks.example.com/other'), description: 'Accounting' }
  const { data } = await asAdmin(contract.change, { params, body: changed }, ifMatchVersion(added.version))
  expect(data).toMatchObject({ description: 'Accounting', url: changed.url, version: 2 })
  const stale = asAdmin(contract.change, { params, body: body(added.url) }, ifMatchVersion(added.version))
  expect(await errorOf(stale)).toMatchObject({ status: 409, code: 'stale', data })
  const renewed = (await asAdmin(contract.renewSecret, { params })).data
  expect(renewed.secret).not.toBe(secret)
  await asAdmin(contract.switch, { params, body: { is_on: false } })
  expect((await asAdmin(contract.list, {})).data[0]).toMatchObject({ is_on: false, stopped_because: null })
  await asAdmin(contract.remove, { params })
  expect((await asAdmin(contract.list, {})).data).toEqual([])
  expect(await errorOf(asAdmin(contract.test, { params }))).toMatchObject({ status: 404, message: s.notFound })
  const entries = await logEntries(server.db, { subject_id: added.id })
  expect(entries.map(({ action }) => action)).toEqual([
    'Added the webhook to hooks.example.com (sale.recorded)',
    'Changed the webhook to hooks.example.com: address, description from nothing to Accounting',
    'Renewed the secret of the webhook to hooks.example.com',
    'Switched the webhook to hooks.example.com off',
    'Deleted the webhook to hooks.example.com',
  ])
  const everything = JSON.stringify(entries)
  for (const hidden of ['very-secret', secret, renewed.secret]) expect(everything).not.toContain(hidden)
})

test('the clinic has at most ten webhooks, and an API key cannot list them', async () => {
  for (let at = 0; at < 10; at++) await create(`https://example.com/${at}`)
  expect(await errorOf(create('https://example.com/eleven'))).toMatchObject({ status: 409, message: s.tooMany })
  const { data } = await asAdmin(apiKeysContract.create, {
    body: { name: 'Program', scopes: ['clinic.manage'], expires_on: null },
  })
  expect(await errorOf(server.as(data.key)(contract.list, {}))).toMatchObject({ status: 403 })
})
