import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createDatabase } from '#server/db/pool.ts'
import { EventHub } from '#server/lib/event-hub.ts'
import { secretBox } from '#server/lib/secret-box.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { createTestPool } from '#server/test/database.ts'
import { createSession, createUser } from '#server/test/factories.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { startBookingClinic, type BookingClinic } from './booking-fixture.ts'

let clinic: BookingClinic
let closings: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  closings = []
  clinic = await startBookingClinic()
})
afterEach(async () => {
  for (const close of closings.reverse()) await close()
  await clinic.server.close()
})

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Starts a second server process on the same database. */
async function secondInstance(
  eventStreams = { perSession: 100, perPerson: 100, perProcess: 100 },
): Promise<{ app: FastifyInstance; hub: EventHub }> {
  const { database, uploadsDir, clock } = clinic.server
  const db = createDatabase(createTestPool({ connectionString: database.appUrl, max: 5 }))
  const hub = new EventHub(database.appUrl, () => undefined)
  await hub.start()
  const app = await buildApp({
    db,
    exportDb: db,
    hub,
    clock: () => clock.now,
    logger: false,
    limits: { ...defaultLimits, eventStreams },
    sessionHours: 24,
    secrets: secretBox(`${uploadsDir}.key`),
    uploadsDir,
  })
  closings.push(async () => {
    await app.close()
    await hub.stop()
    await db.destroy()
  })
  return { app, hub }
}

/**
 * Opens an event stream. Returns what it has received so far, and functions that wait for more events or for its end.
 */
async function openStream(home: string, token = clinic.cashier.token) {
  const leave = new AbortController()
  closings.push(async () => leave.abort())
  const response = await fetch(`${home}/api/events`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' },
    signal: leave.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const read = async () => {
    const { done, value } = await reader.read()
    text += value ?? ''
    return done
  }
  return {
    response,
    leave: () => leave.abort(),
    /** Resolves with everything received so far once it contains `part`. Rejects when the stream ends before that. */
    until: async (part: string) => {
      while (!text.includes(part)) if (await read()) throw new Error(`the stream ended before «${part}»: ${text}`)
      return text
    },
    /** Resolves with everything received when the server ends the stream. */
    end: async () => {
      while (!(await read()));
      return text
    },
  }
}

const newsOf = (...arrivals: { id: string; what: 'requested' | 'cancelled' }[]) =>
  `event: AppointmentBooked\ndata: ${JSON.stringify(arrivals.length > 0 ? { arrivals } : {})}\n\n`
/**
 * The event that a screen receives for a change that needs no reply from staff, or for a change made on this screen:
 * the event has no ids.
 */
const NEWS = newsOf()
const ANY_NEWS = 'event: AppointmentBooked\n'

test('the headers of the event stream are sent at once, unbuffered and uncompressed', async () => {
  const stream = await openStream(await listen(clinic.server.app))
  expect(stream.response.status).toBe(200)
  expect(Object.fromEntries(stream.response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(stream.response.headers.get('content-encoding')).toBeNull()
  await stream.until('retry: 2000')
})

test('a booking is announced to every open page without any personal data', async () => {
  const home = await listen(clinic.server.app)
  const streams = await Promise.all([openStream(home), openStream(home)])
  const client = await clinic.newClient()
  const { data } = await clinic.server.as(client.token)(contract.book, { body: clinic.visit('2026-11-23', '09:00:00') })
  const news = newsOf({ id: data.appointment_id, what: 'requested' })
  for (const stream of streams) expect(await stream.until(news)).toBe(`retry: 2000\n: open\n\n${news}`)
})

test('a client’s cancellation is announced to staff; the user who books or answers a request gets no event about it', async () => {
  const home = await listen(clinic.server.app)
  const other = await createUser(clinic.server.db, 'admin')
  const [own, others] = [await openStream(home), await openStream(home, other.token)]
  const client = await clinic.newClient()
  const id = await clinic.appointment('2026-11-23', '09:00:00', 'pending', client)
  await others.until(newsOf({ id, what: 'requested' }))
  await clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'confirmed' } })
  await others.until(newsOf({ id, what: 'requested' }) + NEWS)
  expect(await own.until(NEWS.repeat(2))).toBe(`retry: 2000\n: open\n\n${NEWS.repeat(2)}`)
  await clinic.server.as(client.token)(contract.cancelMine, { params: { id }, body: {} })
  for (const stream of [own, others]) await stream.until(newsOf({ id, what: 'cancelled' }))
})

test('moves, reschedules, client cancellations and closed dates are announced to every open page', async () => {
  const stream = await openStream(await listen(clinic.server.app))
  const client = await clinic.newClient()
  const id = await clinic.appointment('2026-11-23', '09:00:00', 'pending', client)
  await stream.until(NEWS)
  const time = { appointment_id: id, appointment_date: '2026-11-24', appointment_time: '09:00:00' }
  const changes = [
    () => clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'confirmed' } }),
    () => clinic.desk(contract.reschedule, { params: { id }, body: time }),
    () => clinic.server.as(client.token)(contract.cancelMine, { params: { id }, body: {} }),
    () => clinic.desk(contract.disableDates, { body: { date: ['2026-11-26'], remark: 'Training' } }),
  ]
  for (const [i, change] of changes.entries()) {
    await change()
    await stream.until(
      i < 2 ? NEWS.repeat(i + 2) : NEWS.repeat(3) + newsOf({ id, what: 'cancelled' }) + NEWS.repeat(i - 2),
    )
  }
})

test('a change in one server process is announced to pages connected to another one', async () => {
  const stream = await openStream(await listen((await secondInstance()).app))
  await clinic.appointment('2026-11-23', '09:00:00')
  await stream.until(NEWS)
})

test('a booking that the server rejects sends no event to open pages', async () => {
  const stream = await openStream(await listen(clinic.server.app))
  const client = await clinic.newClient()
  const past = clinic.desk(contract.book, { body: clinic.visit('2026-11-20', '09:00:00', client.id) })
  await expect(past).rejects.toMatchObject({ status: 422 })
  await clinic.appointment('2026-11-23', '09:00:00')
  expect((await stream.until(NEWS)).split(ANY_NEWS)).toHaveLength(2)
})

test('logging out ends the event stream of that session only', async () => {
  const home = await listen(clinic.server.app)
  const other = await createSession(clinic.server.db, clinic.cashier.id)
  const [ending, staying] = [await openStream(home, other), await openStream(home)]
  await clinic.server.as(other)(sessionContract.logout, { body: {} })
  await ending.end()
  await clinic.appointment('2026-11-23', '09:00:00')
  await staying.until(NEWS)
})

test('the event stream ends when the server closes', async () => {
  const { app } = await secondInstance()
  const stream = await openStream(await listen(app))
  await stream.until('open')
  const closing = app.close()
  await stream.end()
  await closing
})

test('after fifty connections to the event stream were closed, the server keeps none of them', async () => {
  const { app, hub } = await secondInstance()
  const home = await listen(app)
  const streams = await Promise.all(Array.from({ length: 50 }, () => openStream(home)))
  expect(hub.listenerCount).toBe(50)
  for (const stream of streams) stream.leave()
  await expect.poll(() => hub.listenerCount).toBe(0)
})

test('the number of open event streams is limited per session, person and process, and closing one allows another', async () => {
  const { app, hub } = await secondInstance({ perSession: 2, perPerson: 3, perProcess: 4 })
  const home = await listen(app)
  const { db } = clinic.server
  const [other, stranger] = [await createSession(db, clinic.cashier.id), await createUser(db, 'admin')]
  const status = async (token: string) => (await openStream(home, token)).response.status
  const first = await openStream(home)
  const mine = [first.response.status, await status(clinic.cashier.token), await status(clinic.cashier.token)]
  expect(mine).toEqual([200, 200, 429])
  expect([await status(other), await status(other)]).toEqual([200, 429])
  expect([await status(stranger.token), await status(stranger.token)]).toEqual([200, 429])
  first.leave()
  await expect.poll(() => hub.listenerCount).toBe(3)
  expect(await status(stranger.token)).toBe(200)
})

test('clients, callers with an invalid token and visitors cannot open an event stream', async () => {
  const client = await clinic.newClient()
  const statuses = await Promise.all(
    [client.token, 'x'.repeat(43), null].map(async (token) => {
      const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
      return (await clinic.server.app.inject({ url: '/api/events', headers })).statusCode
    }),
  )
  expect(statuses).toEqual([403, 401, 401])
})
