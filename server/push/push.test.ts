import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectRefused, startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { cleanUp } from '#server/jobs/clean-up.ts'
import { createSession, createUser, type TestUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { ifMatchCurrent } from '#server/test/if-match.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { selfServiceContract } from '#shared/appointments/self-service-contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { usersContract } from '#shared/users/contract.ts'
import { pushContract as contract } from '#shared/push/contract.ts'
import { pushMessages as s } from '#shared/push/messages.ts'
import { readVapid, startPushService, TestDevice } from './push-service-fixture.ts'

let clinic: BookingClinic
let service: Awaited<ReturnType<typeof startPushService>>
let logged: string

beforeEach(async () => {
  service = await startPushService()
  logged = ''
  const logger = { level: 'warn', stream: { write: (line: string) => void (logged += line) } }
  clinic = await startBookingClinic({
    pushServices: [service.origin],
    publicUrl: 'https://clinic.example.ph',
    logger,
  })
})
afterEach(async () => {
  await clinic.server.close()
  await service.close()
})

const as = (token: string) => clinic.server.as(token)

async function subscribed(token: string): Promise<TestDevice> {
  const device = service.newDevice()
  await as(token)(contract.subscribe, { body: device.subscription })
  return device
}

async function bookAs(client: TestUser, time = '15:00:00'): Promise<string> {
  const { data } = await as(client.token)(appointmentsContract.book, { body: clinic.visit('2026-11-27', time) })
  return data.appointment_id
}

const devices = () => clinic.server.db.selectFrom('push_subscriptions').select(['endpoint']).execute()
const arrived = (count: number) => expect.poll(() => service.received.length).toBe(count)
const sentTo = (device: TestDevice) => service.received.filter(({ device: path }) => device.endpoint.endsWith(path))
const readBy = (device: TestDevice) => sentTo(device).map(({ body }) => device.read(body))

test('a client’s request is pushed to every staff device, encrypted, signed and without the client’s data', async () => {
  const admin = await createUser(clinic.server.db, 'admin')
  const [desk, office] = [await subscribed(clinic.cashier.token), await subscribed(admin.token)]
  const client = await clinic.newClient('Ana Reyes')
  const id = await bookAs(client)
  await arrived(2)
  const { service_name } = await clinic.read(id)
  const notice = { title: 'New booking request', text: `Fri, Nov 27, 3:00 PM · ${service_name}`, tag: id }
  expect(readBy(desk)).toEqual([{ ...notice, address: '/cashier#requests' }])
  expect(readBy(office)).toEqual([{ ...notice, address: '/dashboard#requests' }])
  const { data } = await clinic.desk(contract.device, {})
  const { headers } = sentTo(desk)[0]!
  const { key, isSigned, claims } = readVapid(headers.authorization)
  expect([key, isSigned]).toEqual([data.public_key, true])
  expect(claims).toMatchObject({ aud: service.origin, sub: 'https://clinic.example.ph' })
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600', urgency: 'high' })
})

test('a client’s cancellation is pushed; bookings, confirmations and cancellations by staff are not', async () => {
  const desk = await subscribed(clinic.cashier.token)
  await clinic.appointment('2026-11-27', '10:00:00', 'cancelled')
  const client = await clinic.newClient()
  const id = await bookAs(client)
  await as(client.token)(appointmentsContract.cancelMine, { params: { id }, body: {} })
  const cancelled = {
    title: 'Cancelled by the client',
    tag: id,
    address: '/cashier/appointments?view=day&date=2026-11-27',
  }
  // Several notifications are sent at once, in any order.
  await expect.poll(() => readBy(desk)).toContainEqual(expect.objectContaining(cancelled))
  expect(readBy(desk).every((notice) => (notice as { tag: string }).tag === id)).toBe(true)
})

test('a visit moved by its client is pushed with its new time, without the client’s data', async () => {
  const desk = await subscribed(clinic.cashier.token)
  const client = await clinic.newClient('Liwayway Santos')
  const id = await clinic.appointment('2026-12-03', '10:00:00', 'confirmed', client)
  const body = { appointment_date: '2026-12-04', appointment_time: '11:00:00' }
  await as(client.token)(selfServiceContract.move, { params: { id }, body })
  await expect.poll(() => readBy(desk).at(-1)).toMatchObject({ title: 'Moved by the client', tag: id })
  expect(JSON.stringify(readBy(desk))).toContain('11:00 AM')
  expect(JSON.stringify(readBy(desk))).not.toContain('Liwayway')
})

test('the notification of a request for midnight says “midnight” beside the time', async () => {
  const desk = await subscribed(clinic.cashier.token)
  await bookAs(await clinic.newClient(), '00:00:00')
  await arrived(1)
  expect(readBy(desk)[0]).toMatchObject({ text: expect.stringContaining('Fri, Nov 27, 12:00 AM (midnight) · ') })
})

test('a busy push service is tried once more, and a device that the service no longer knows is deleted', async () => {
  await subscribed(clinic.cashier.token)
  service.answerWith(500, 201)
  await bookAs(await clinic.newClient(), '13:00:00')
  await arrived(2)
  expect(await devices()).toHaveLength(1)
  service.answerWith(410)
  await bookAs(await clinic.newClient(), '15:00:00')
  await expect.poll(devices).toEqual([])
  expect(service.received).toHaveLength(3)
  const sentences = (await logEntries(clinic.server.db, { subject_id: clinic.cashier.id })).map(({ action }) => action)
  expect(sentences).toEqual([
    'Switched notifications on for a device',
    `Stopped notifying a device of ${clinic.cashier.name}: its push service does not know it any more`,
  ])
})

test('a rejection by a push service is logged without the device address, and the device is kept', async () => {
  const device = await subscribed(clinic.cashier.token)
  service.answerWith(403)
  await bookAs(await clinic.newClient())
  await expect.poll(() => logged).toContain(`a notification was refused by ${new URL(service.origin).host} with 403`)
  await service.close()
  await bookAs(await clinic.newClient(), '13:00:00')
  await expect.poll(() => logged).toContain('ECONNREFUSED')
  expect(logged).not.toContain(new URL(device.endpoint).pathname)
  expect(await devices()).toHaveLength(1)
})

test('booking and shutting down do not wait for a push service that does not answer', async () => {
  await subscribed(clinic.cashier.token)
  service.answerWith('hang')
  await bookAs(await clinic.newClient())
  await arrived(1)
  const id = await bookAs(await clinic.newClient(), '13:00:00')
  expect((await clinic.read(id)).status).toBe('pending')
  await arrived(2)
})

test('users who logged out or are no longer staff get no push messages', async () => {
  const { db } = clinic.server
  const gone = await createUser(db, 'cashier')
  await subscribed(gone.token)
  await as(gone.token)(sessionContract.logout, { body: {} })
  expect(await devices()).toEqual([])
  const desk = await subscribed(clinic.cashier.token)
  const demoted = await createUser(db, 'cashier')
  const former = await subscribed(demoted.token)
  await db.updateTable('accounts').set({ role: 'client' }).where('id', '=', demoted.id).execute()
  await bookAs(await clinic.newClient())
  await expect.poll(() => sentTo(desk)).toHaveLength(1)
  expect(sentTo(former)).toEqual([])
})

test('a device gets push messages even after its session has expired, until the user logs in on it again and then logs out', async () => {
  const { db } = clinic.server
  const person = await createUser(db, 'cashier', { expiresAt: new Date('2026-11-21T10:00:00+08:00') })
  const device = await subscribed(person.token)
  clinic.server.clock.now = new Date('2026-11-22T11:00:00+08:00')
  await cleanUp(db, clinic.server.clock.now, '/nowhere')
  await expect(as(person.token)(contract.device, {})).rejects.toMatchObject({ status: 401 })
  await bookAs(await clinic.newClient())
  await expect.poll(() => sentTo(device)).toHaveLength(1)
  const body = { endpoint: device.endpoint }
  // If another person logs in on the device, it is not subscribed for that person.
  expect((await clinic.desk(contract.keep, { body })).data.subscribed).toBe(false)
  expect((await clinic.desk(contract.keep, { body: { endpoint: 'https://127.0.0.1/' } })).data.subscribed).toBe(false)
  const again = await createSession(db, person.id)
  for (const time of [1, 2]) expect((await as(again)(contract.keep, { body })).data.subscribed, `${time}`).toBe(true)
  expect((await as(again)(contract.device, {})).data.subscribed).toBe(true)
  const sentences = (await logEntries(db, { subject_id: person.id })).map(({ action }) => action)
  expect(sentences).toEqual([
    'Switched notifications on for a device',
    'Kept notifications on for a device after a new log-in',
  ])
  await cleanUp(db, clinic.server.clock.now, '/nowhere')
  expect(await db.selectFrom('sessions').select('id').where('user_id', '=', person.id).execute()).toHaveLength(1)
  await as(again)(sessionContract.logout, { body: {} })
  expect(await devices()).toEqual([])
})

test('removing a user’s role or account ends the push messages of all their devices, including those of old sessions', async () => {
  const { db } = clinic.server
  const changes = [
    async (id: string) =>
      clinic.admin(
        usersContract.update,
        { params: { id }, body: { name: 'Bea Cruz', role: 'client' } },
        await ifMatchCurrent(db, 'users', id),
      ),
    (id: string) => clinic.admin(usersContract.remove, { params: { id } }),
  ]
  for (const change of changes) {
    const person = await createUser(db, 'cashier', { expiresAt: new Date('2026-11-21T10:00:00+08:00') })
    await subscribed(person.token)
    clinic.server.clock.now = new Date('2026-11-22T11:00:00+08:00')
    await change(person.id)
    expect(await devices()).toEqual([])
    clinic.server.clock.now = new Date('2026-11-21T09:00:00+08:00')
  }
})

test('a session gets push messages on one device, a device belongs to one session, and switching notifications off deletes the device', async () => {
  const { db } = clinic.server
  const first = await subscribed(clinic.cashier.token)
  const second = await subscribed(clinic.cashier.token)
  expect(await devices()).toEqual([{ endpoint: second.endpoint }])
  const other = await createSession(db, clinic.cashier.id)
  expect((await as(other)(contract.device, {})).data.subscribed).toBe(false)
  const taken = await as(other)(contract.subscribe, { body: second.subscription })
  expect(taken.data.subscribed).toBe(true)
  expect((await clinic.desk(contract.device, {})).data.subscribed).toBe(false)
  expect((await as(other)(contract.unsubscribe, {})).data.subscribed).toBe(false)
  expect(await devices()).toEqual([])
  expect(first.endpoint).not.toBe(second.endpoint)
  await bookAs(await clinic.newClient())
  await bookAs(await clinic.newClient(), '13:00:00')
  expect(service.received).toEqual([])
})

const hosts = [
  'http://fcm.googleapis.com/fcm/send/a',
  'https://fcm.googleapis.com.example.com/a',
  'https://fcm.googleapis.com:8443/a',
  'https://me:secret@fcm.googleapis.com/a',
  'https://notify.windows.com/a',
  'https://evil-push.apple.com.ph/a',
  'https://127.0.0.1/a',
  'http://169.254.169.254/latest/meta-data',
  'http://localhost:5432/',
  'file:///etc/passwd',
  'no address',
  `https://fcm.googleapis.com/${'a'.repeat(2_000)}`,
]
test.each(hosts)(
  'a device whose push address is %s is rejected and nothing is sent to this address, because it belongs to no push service',
  async (endpoint) => {
    const { subscription } = service.newDevice()
    const error = await expectRefused(
      clinic.desk(contract.subscribe, { body: { ...subscription, endpoint } }),
      422,
      s.unknownService,
    )
    expect(error.errors).toEqual({ endpoint: [s.unknownService] })
    expect(await devices()).toEqual([])
  },
)

test('the push services of the major browsers are accepted', async () => {
  for (const host of [
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'wns2-sg2p.notify.windows.com',
    'web.push.apple.com',
  ]) {
    const { subscription } = new TestDevice(`https://${host}/device`)
    expect((await clinic.desk(contract.subscribe, { body: subscription })).data.subscribed, host).toBe(true)
  }
})

test('subscribing a device with an invalid public key is rejected', async () => {
  const { endpoint, keys } = service.newDevice().subscription
  const body = { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } }
  await expectRefused(clinic.desk(contract.subscribe, { body }), 422, s.brokenKeys)
})

test('the key pair for push messages is created once, and its private key is in no answer and no log', async () => {
  const first = await Promise.all([clinic.desk(contract.device, {}), clinic.admin(contract.device, {})])
  expect(new Set(first.map(({ data }) => data.public_key)).size).toBe(1)
  const kept = await clinic.server.db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
  expect(kept.public_key).toBe(first[0].data.public_key)
  const device = await subscribed(clinic.cashier.token)
  const told = JSON.stringify([first, await clinic.desk(contract.subscribe, { body: device.subscription })])
  const events = JSON.stringify(await clinic.server.db.selectFrom('events').selectAll().execute())
  for (const text of [told, events, logged]) {
    expect(text).not.toContain(kept.private_key)
    expect(text).not.toContain(device.endpoint)
  }
})
