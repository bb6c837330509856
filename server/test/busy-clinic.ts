import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { usedDataFolder } from '#server/db/embedded/scratch-cluster-fixture.ts'
import { runningEmbedded } from '#server/db/embedded/start-embedded.ts'
import { createDatabase, type Database } from '#server/db/pool.ts'
import { lineMakers, orderOf } from '#server/sales/till-fixture.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { call, ApiError } from '#shared/lib/http-client.ts'
import { addDays, manilaDate } from '#shared/lib/manila-time.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { createCatalogue, createSession, createUser } from './factories.ts'
import { createTestPool } from './database.ts'
import { startMain, type Program } from './start-main.ts'

/** A response as a simulated user received it; status 0 when there was none. */
type SentResponse = { status: number; retryAfter: string | null; text: string; ms: number; endedAt: number }

/** The results of a load test, and the calls that are still unanswered. */
export type Load = {
  sales: Map<string, CheckoutBody>
  bookings: Map<string, string>
  /** Sales without a response, which may or may not be recorded. */
  unanswered: Map<string, CheckoutBody>
  responses: SentResponse[]
  /** Resolves when this many more calls were acknowledged. */
  acknowledged: (atLeast: number) => Promise<void>
  /** Resolves when this many more calls were answered with 503 (busy). */
  refused: (atLeast: number) => Promise<void>
  /** Resolves when this many more calls were answered with 503 (busy) or 507 (no space). */
  turnedAway: (atLeast: number) => Promise<void>
  stop: () => Promise<void>
}

export type BusyClinic = Awaited<ReturnType<typeof openBusyClinic>>

const WRITERS = 8
/** Each of the simulated people uses many sessions in turn, because they send more calls than one session may. */
const SESSIONS = 200

async function createDesk(db: Database) {
  const cashier = await createUser(db, 'cashier')
  const client = await createUser(db, 'client')
  const catalogue = await createCatalogue(db)
  const order = orderOf(client, [lineMakers(catalogue).peel(), lineMakers(catalogue).glow()])
  const tokens = await Promise.all(Array.from({ length: SESSIONS }, () => createSession(db, cashier.id)))
  let calls = 0
  const nextToken = () => tokens[calls++ % SESSIONS]!
  // The load may run past midnight, so it books from tomorrow on.
  const tomorrow = addDays(manilaDate(new Date()), 1)
  return { cashier, nextToken, client, catalogue, order, tomorrow }
}

/** Resolves when a count has risen by `by`. Nothing but the test's timeout ends the wait earlier. */
async function waitForIncrease(count: () => number, by: number): Promise<void> {
  const goal = count() + by
  while (count() < goal) await wait(5)
}

/** Returns a function that sends requests to the running process and records the responses. */
const sender =
  ({ address, nextToken }: Desk, responses: SentResponse[]) =>
  async (request: Request) => {
    const startedAt = performance.now()
    const record = (status: number, retryAfter: string | null, text: string) => {
      const endedAt = performance.now()
      responses.push({ status, retryAfter, text, ms: endedAt - startedAt, endedAt })
    }
    const { pathname, search } = new URL(request.url)
    try {
      const headers = { ...Object.fromEntries(request.headers), authorization: `Bearer ${nextToken()}` }
      const body = request.method === 'GET' ? null : await request.text()
      const answer = await fetch(new URL(pathname + search, address()), { method: request.method, headers, body })
      const text = await answer.text()
      record(answer.status, answer.headers.get('retry-after'), text)
      return new Response(text, answer)
    } catch (error) {
      record(0, null, '')
      throw error
    }
  }

/** What a load uses: people, catalogue and the process's current address. */
type Desk = Awaited<ReturnType<typeof createDesk>> & { address: () => URL }

const sell = (desk: Desk, key: string, body: CheckoutBody, responses: SentResponse[] = []) =>
  call(salesContract.checkout, { body }, { idempotencyKey: key, send: sender(desk, responses) })

/** Books the n-th free time of a writer (a simulated person), who uses every fourth date from tomorrow on. */
function book(desk: Desk, writer: number, n: number, responses: SentResponse[]) {
  const { client, catalogue, tomorrow } = desk
  const day = writer + (WRITERS / 2) * Math.floor(n / SLOT_TIMES.length)
  const body = {
    user_id: client.id,
    appointment_date: addDays(tomorrow, day),
    appointment_time: SLOT_TIMES[n % SLOT_TIMES.length]!,
    treatment_id: catalogue.treatmentId,
    service_id: catalogue.serviceId,
  }
  return call(appointmentsContract.book, { body }, { send: sender(desk, responses) })
}

/** Half of the writers (simulated people) book, and the other half sell. */
async function write(desk: Desk, load: Load, writer: number, n: number): Promise<void> {
  if (writer < WRITERS / 2) {
    const { data } = await book(desk, writer, n, load.responses)
    load.bookings.set(data.appointment_id, data.appointment_date)
    return
  }
  const key = randomUUID()
  load.unanswered.set(key, desk.order)
  await sell(desk, key, desk.order, load.responses)
  load.unanswered.delete(key)
  load.sales.set(key, desk.order)
}

/**
 * Starts the simulated people who sell and book. Several loads of one clinic need different values of `firstVisit`, so
 * that they book different times.
 */
function startLoad(desk: Desk, firstVisit: number): Load {
  let stopping = false
  const run = async (writer: number) => {
    for (let n = firstVisit; !stopping; n++) await write(desk, load, writer, n).catch(() => wait(50))
  }
  const withStatus = (status: number) => load.responses.filter((answer) => answer.status === status).length
  const load: Load = {
    sales: new Map(),
    bookings: new Map(),
    unanswered: new Map(),
    responses: [],
    acknowledged: (atLeast) => waitForIncrease(() => load.sales.size + load.bookings.size, atLeast),
    refused: (atLeast) => waitForIncrease(() => withStatus(503), atLeast),
    turnedAway: (atLeast) => waitForIncrease(() => withStatus(503) + withStatus(507), atLeast),
    stop: async () => {
      stopping = true
      await Promise.all(writers)
    },
  }
  const writers = Array.from({ length: WRITERS }, (_, writer) => run(writer))
  return load
}

/** Returns the acknowledged sales and bookings that the API does not find any more. */
async function findLostChanges(desk: Desk, { sales, bookings }: Load): Promise<string[]> {
  const send = sender(desk, [])
  const isUnknown = (error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return true
    throw error
  }
  const missing: string[] = []
  for (const key of sales.keys())
    if (await call(salesContract.byKey, { params: { key } }, { send }).then(() => false, isUnknown))
      missing.push(`sale ${key}`)
  for (const date of new Set(bookings.values())) {
    const querystring = { scope: 'range', from: date, to: date, per_page: 100 } as const
    const { appointments } = await call(appointmentsContract.list, { querystring }, { send })
    const there = new Set(appointments.map(({ id }) => id))
    for (const [id, on] of bookings) if (on === date && !there.has(id)) missing.push(`booking ${id}`)
  }
  return missing
}

/**
 * Starts the app as a process with its own database, and eight people who sell and book without pause. `prepare` gets
 * the data folder before the start; `settings` are environment variables of the app.
 */
export async function openBusyClinic(
  prepare: (folder: string) => unknown = () => undefined,
  settings: Record<string, string> = {},
) {
  const folder = await usedDataFolder()
  await prepare(folder)
  let program: Program = startMain({ DATA_DIR: folder, ...settings })
  let address = await program.address
  const appUrl = settings['DATABASE_URL'] ?? runningEmbedded({ dataDir: folder })?.appUrl
  if (!appUrl) throw new Error('The app has no database.')
  const db = createDatabase(createTestPool({ connectionString: appUrl, max: 2 }))
  onTestFinished(() => db.destroy())
  const desk: Desk = { ...(await createDesk(db)), address: () => address }
  return {
    folder,
    db,
    appUrl,
    desk,
    superuserUrl: appUrl.replace('//mutya_app@', '//postgres@'),
    program: () => program,
    address: desk.address,
    restart: async () => {
      program = startMain({ DATA_DIR: folder, ...settings })
      address = await program.address
    },
    sell: (key: string, body: CheckoutBody) => sell(desk, key, body),
    startLoad: (firstVisit = 0) => startLoad(desk, firstVisit),
    findLostChanges: (load: Load) => findLostChanges(desk, load),
  }
}

/** The number of half-written appointments: without their two slots or without their log entry. */
export async function countHalfBooked(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from appointments a
    where (select count(*) from resource_slots where appointment_id = a.id) <> 2
      or (select count(*) from events where subject = 'appointment' and subject_id = a.id::text) <> 1`.execute(db)
  return rows[0]!.count
}
