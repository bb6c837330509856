import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { EventHub } from './event-hub.ts'
import type { HubEvent } from './hub-event.ts'

let database: TestDatabase
let hub: EventHub
let stranger: pg.Client
let heard: HubEvent[]
let warnings: { error: unknown; text: string }[]

beforeEach(async () => {
  database = await createTestDatabase()
  heard = []
  warnings = []
  hub = new EventHub(database.appUrl, (error, text) => void warnings.push({ error, text }))
  hub.subscribe((event) => void heard.push(event))
  await hub.start()
  stranger = new pg.Client({ connectionString: database.adminUrl })
  await stranger.connect()
})
afterEach(async () => {
  await stranger.end()
  await hub.stop()
  await database.drop()
})

const send = (payload: string) => stranger.query('select pg_notify($1, $2)', ['mutya_events', payload])
const booked: HubEvent = { name: 'AppointmentBooked' }

test('a malformed or unknown notification from PostgreSQL is skipped, and later ones are received', async () => {
  const broken = [
    'not json',
    '',
    '{}',
    '[null]',
    '[{"name":"SessionsEnded"}]',
    '[{"name":"SomethingNewer","secret":"s3cr3t"}]',
  ]
  for (const payload of broken) await send(payload)
  await send('[{"name":"SomethingNewer"},{"name":"AppointmentBooked"}]')
  await vi.waitFor(() => expect(heard).toEqual([booked]), { timeout: 60_000 })
})

test('malformed notifications from PostgreSQL are logged rarely, without their contents', async () => {
  for (let i = 0; i < 200; i++) await send(`not json s3cr3t ${i}`)
  await send(JSON.stringify([booked]))
  await vi.waitFor(() => expect(heard).toEqual([booked]), { timeout: 60_000 })
  expect(warnings.map(({ text }) => text)).toEqual(['an event that this version does not know was ignored'])
  expect(JSON.stringify(warnings) + String(warnings[0]?.error)).not.toContain('s3cr3t')
})

test('a listener for events that throws an error does not stop other listeners or the process', async () => {
  hub.subscribe(() => {
    throw new Error('a screen that is gone')
  })
  const after: HubEvent[] = []
  hub.subscribe((event) => void after.push(event))
  await send(JSON.stringify([booked, booked]))
  await vi.waitFor(
    () =>
      expect([heard, after]).toEqual([
        [booked, booked],
        [booked, booked],
      ]),
    { timeout: 60_000 },
  )
  expect(warnings.map(({ text }) => text)).toContain('an event listener failed')
})
