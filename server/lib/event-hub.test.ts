import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { startSilentProxy } from '#server/test/silent-proxy.ts'
import { EventHub } from './event-hub.ts'
import type { HubEvent } from './hub-event.ts'

let database: TestDatabase
const hubs: EventHub[] = []
const warnings: string[] = []

beforeAll(async () => void (database = await createTestDatabase()))
afterAll(async () => {
  await Promise.all(hubs.map((hub) => hub.stop()))
  await database.drop()
})

/** Starts an event hub, as each server process has one; `heard` are the events that the hub delivers to its screens. */
async function startHub(): Promise<{ hub: EventHub; heard: HubEvent[] }> {
  const hub = new EventHub(database.appUrl, (_, text) => void warnings.push(text))
  hubs.push(hub)
  const heard: HubEvent[] = []
  hub.subscribe((event) => void heard.push(event))
  await hub.start()
  return { hub, heard }
}

test('many bookings in a short time reach the pages of every process as one event', async () => {
  const [here, there] = [await startHub(), await startHub()]
  for (let i = 0; i < 50; i++) here.hub.publish([{ name: 'AppointmentBooked' }])
  here.hub.publish([
    { name: 'SessionsEnded', session_ids: ['a'] },
    { name: 'SessionsEnded', session_ids: ['b'] },
  ])
  const news = [{ name: 'AppointmentBooked' }, { name: 'SessionsEnded', session_ids: ['a', 'b'] }]
  // Each process receives the events on its own connection, in any order.
  for (const { heard } of [here, there]) await expect.poll(() => heard).toEqual(news)
})

test('more ended sessions than fit into one PostgreSQL notification are all announced', async () => {
  const [here, there] = [await startHub(), await startHub()]
  const ids = Array.from({ length: 400 }, () => randomUUID())
  here.hub.publish([{ name: 'SessionsEnded', session_ids: ids }])
  const received = () => there.heard.flatMap((event) => (event.name === 'SessionsEnded' ? event.session_ids : []))
  await expect.poll(received).toEqual(ids)
})

test('more events about visits than fit into one PostgreSQL notification are all announced in order', async () => {
  const [here, there] = [await startHub(), await startHub()]
  const by = randomUUID()
  const arrivals = Array.from({ length: 120 }, () => ({ id: randomUUID(), what: 'requested' as const, by }))
  for (const arrival of arrivals) here.hub.publish([{ name: 'AppointmentBooked', arrivals: [arrival] }])
  const received = () =>
    there.heard.flatMap((event) => (event.name === 'AppointmentBooked' ? (event.arrivals ?? []) : []))
  await expect.poll(received).toEqual(arrivals)
  expect(there.heard).toHaveLength(3)
})

test('a lost connection to the database is reopened, and pages are told to reload their data', async () => {
  const { hub, heard } = await startHub()
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'mutya events' and datname = current_database()`)
  await admin.end()
  await expect.poll(() => heard).toContainEqual({ name: 'AppointmentBooked' })
  expect(warnings).toContain('the event connection was lost')
  const before = heard.length
  hub.publish([{ name: 'AppointmentBooked' }])
  await expect.poll(() => heard.length).toBeGreaterThan(before)
})

test('a dead connection to the database that raises no error is detected, and events arrive again', async () => {
  const proxy = await startSilentProxy(database.appUrl)
  // The long timeout keeps a slow answer from counting as a lost connection.
  const hub = new EventHub(proxy.url, () => undefined, { everyMs: 50, answerMs: 2_000 })
  onTestFinished(async () => {
    await hub.stop()
    await proxy.close()
  })
  const heard: HubEvent[] = []
  hub.subscribe((event) => void heard.push(event))
  await hub.start()
  proxy.silence()
  await expect.poll(() => heard).toContainEqual({ name: 'AppointmentBooked' })
  const before = heard.length
  hub.publish([{ name: 'SessionsEnded', session_ids: ['a'] }])
  await expect.poll(() => heard.slice(before)).toContainEqual({ name: 'SessionsEnded', session_ids: ['a'] })
})

test('a removed listener receives no events', async () => {
  const { hub, heard } = await startHub()
  const late: HubEvent[] = []
  const leave = hub.subscribe((event) => void late.push(event))
  leave()
  hub.publish([{ name: 'AppointmentBooked' }])
  await expect.poll(() => heard).toHaveLength(1)
  expect(late).toEqual([])
})

test('events that a dead process did not announce are announced to every page once, and deleted', async () => {
  const [here, there] = [await startHub(), await startHub()]
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('insert into pending_events (id, event) values ($1, $2), ($3, $4)', [
    randomUUID(),
    '{"name":"AppointmentBooked"}',
    randomUUID(),
    '{"name":"SomethingNewer"}',
  ])
  for (const { heard } of [here, there]) await expect.poll(() => heard).toEqual([{ name: 'AppointmentBooked' }])
  expect((await owner.query('select from pending_events')).rowCount).toBe(0)
  await owner.end()
})
