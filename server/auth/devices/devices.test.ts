import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { HubEvent } from '#server/lib/hub-event.ts'
import { openBrowser } from '#server/test/browser.ts'
import { createSession, createUser, givePassword, type TestUser } from '#server/test/factories.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { startTestServer, TEST_NOW, type TestServer } from '#server/test/server.ts'
import { devicesContract as contract } from '#shared/auth/devices-contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'

const PASSWORD = 'pearl of the orient'
const LAPTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.clock.now = TEST_NOW
})

const pass = (minutes: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000)
}

/** Logs a person in with a browser that names its device; returns the browser. */
async function logIn(user: TestUser, userAgent: string) {
  const browser = openBrowser(server.app, { headers: { 'user-agent': userAgent } })
  expect((await browser.send('POST', '/api/login', { email: user.email, password: PASSWORD })).status).toBe(200)
  return browser
}

async function clientWithTwoDevices() {
  const user = await createUser(server.db, 'client')
  await server.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  await givePassword(server.db, user.id, PASSWORD)
  const [laptop, phone] = [await logIn(user, LAPTOP), await logIn(user, PHONE)]
  return { user, laptop, phone, as: server.as(phone.cookies.get('access_token')!) }
}

test('a person sees each of their devices with the time of its last use, accurate to five minutes', async () => {
  const { laptop, as } = await clientWithTwoDevices()
  pass(4)
  await laptop.send('GET', '/api/user')
  const shown = async () => (await as(contract.list, {})).data.sessions
  expect(await shown()).toMatchObject([
    { device: 'Safari 18 on iPhone', last_used_at: '2026-11-21T09:00:00+08:00', is_current: true, is_logged_in: true },
    { device: 'Chrome 142 on Windows', last_used_at: '2026-11-21T09:00:00+08:00', is_current: false },
  ])
  pass(1)
  await laptop.send('GET', '/api/user')
  pass(1)
  expect(await shown()).toMatchObject([
    { device: 'Safari 18 on iPhone', last_used_at: '2026-11-21T09:06:00+08:00' },
    { device: 'Chrome 142 on Windows', last_used_at: '2026-11-21T09:05:00+08:00' },
  ])
})

test('when a user logs out another of their devices, the event stream of that device ends in every server process', async () => {
  const { user, laptop, as } = await clientWithTwoDevices()
  const heard: HubEvent[] = []
  const stop = server.hub.subscribe((event) => void heard.push(event))
  const other = (await as(contract.list, {})).data.sessions.find((session) => !session.is_current)!
  const stranger = server.as((await createUser(server.db, 'admin')).token)
  await expect(stranger(contract.logOut, { params: { id: other.id } })).rejects.toMatchObject({ status: 404 })
  await as(contract.logOut, { params: { id: other.id } })
  expect((await laptop.send('GET', '/api/user')).status).toBe(401)
  await expect.poll(() => heard).toContainEqual({ name: 'SessionsEnded', session_ids: [other.id] })
  stop()
  expect(await lastLogEntry(server.db)).toMatchObject({
    user_id: user.id,
    action: 'Logged out of Chrome 142 on Windows',
  })
  await expect(as(contract.logOut, { params: { id: randomUUID() } })).rejects.toMatchObject({ status: 404 })
})

test('a person logs out of all other devices, also of expired ones that still get notifications', async () => {
  const { user, laptop, as } = await clientWithTwoDevices()
  const tablet = await createSession(server.db, user.id, server.clock.now)
  const expired = await server.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .orderBy('expires_at')
    .executeTakeFirstOrThrow()
  const endpoint = 'https://fcm.googleapis.com/fcm/send/tablet'
  const row = { session_id: expired.id, endpoint, p256dh: 'key', auth: 'secret', created_at: TEST_NOW }
  await server.db
    .insertInto('push_subscriptions')
    .values({ id: randomUUID(), ...row })
    .execute()
  const kinds = (await as(contract.list, {})).data.sessions.map((found) => [
    found.is_logged_in,
    found.gets_notifications,
  ])
  expect(kinds).toContainEqual([false, true])
  expect(kinds).toHaveLength(3)
  await as(contract.logOutOthers, {})
  expect((await laptop.send('GET', '/api/user')).status).toBe(401)
  await expect(server.as(tablet)(sessionContract.session, {})).rejects.toMatchObject({ status: 401 })
  expect((await as(contract.list, {})).data.sessions).toMatchObject([{ is_current: true }])
  expect(await server.db.selectFrom('push_subscriptions').selectAll().execute()).toEqual([])
  const actions = (await logEntries(server.db, { user_id: user.id })).map(({ action }) => action)
  expect(actions).toContain('Logged out of 2 other devices')
})
