import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { failEachStatement } from '#server/test/fail-statements.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { openCashClinic, pesos, type CashClinic } from './cash-fixture.ts'

let clinic: CashClinic
/** Two connections: `other` runs concurrent transactions, and `watcher` sees which connections wait. */
let other: pg.Client
let watcher: pg.Client
beforeAll(async () => {
  clinic = await openCashClinic({ poolSize: 12 })
  const { appUrl: connectionString } = clinic.server.database
  ;[other, watcher] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })]
  await Promise.all([other.connect(), watcher.connect()])
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await Promise.all([other.end(), watcher.end()])
  await clinic.server.close()
})

/** Every test uses a new date, because the earlier ones are closed. */
let day = 20
const newDay = () => {
  const date = `2026-11-${++day}`
  clinic.at(`${date}T09:00:00+08:00`)
  return date
}

const untilWaiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await watcher.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]!.waiting
    })
    .toBeGreaterThanOrEqual(count)

const refusals = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as Error).message] : []))
const countOf = async (table: 'shifts' | 'z_readings', date: string) =>
  (await clinic.server.db.selectFrom(table).select('id').where('business_date', '=', date).execute()).length

test('of eight simultaneous attempts to open a shift on one terminal only one succeeds', async () => {
  const date = newDay()
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => clinic.open()))
  expect(refusals(outcomes)).toEqual(Array(7).fill(s.shiftOpenAlready))
  expect(await countOf('shifts', date)).toBe(1)
  await clinic.close((await clinic.status()).shift!.id, 2000)
  await clinic.closeDay(date)
})

test('closing a shift during sales counts the sales recorded before it, and rejects those after it', async () => {
  const date = newDay()
  const shift = await clinic.open(0)
  const sales = Array.from({ length: 10 }, () => clinic.peel())
  // The count is sent with a reason, so that the shift closes whatever its cash difference is.
  const closing = clinic.close(shift.id, 0, 'counted in between')
  const outcomes = await Promise.allSettled(sales)
  const closed = await closing
  const sold = outcomes.filter(({ status }) => status === 'fulfilled').length
  expect(new Set(refusals(outcomes)).size).toBeLessThanOrEqual(1)
  for (const message of refusals(outcomes)) expect(message).toBe(s.noOpenShift)
  expect(closed.expected).toBe(sold * 1500)
  expect((await clinic.recount()).findings).toEqual([])
  expect(await checkBooks(clinic.server.db)).toMatchObject(balanced)
  await clinic.closeDay(date)
})

test('closing a shift waits for a sale in progress on the shift, and the expected amount includes that sale', async () => {
  const date = newDay()
  const shift = await clinic.open(0)
  await other.query('begin')
  // Takes the share lock that a sale takes on its shift until it is committed.
  await other.query('select from shifts where id = $1 for share', [shift.id])
  const closing = clinic.close(shift.id, 1500)
  await untilWaiting(1)
  await clinic.peel()
  await other.query('commit')
  expect(await closing).toMatchObject({ state: 'closed', expected: 1500, difference: 0 })
  await clinic.closeDay(date)
})

test('a sale during a hand-over belongs to the new shift', async () => {
  const date = newDay()
  const shift = await clinic.open(0)
  const handOver = () =>
    clinic.asCashier(cashContract.handOver, {
      params: { id: shift.id },
      body: { count: pesos(0), reason: 'seen', cashier_id: clinic.till.otherCashier.id },
    })
  const [{ data }, ...sales] = await Promise.all([handOver(), ...Array.from({ length: 6 }, () => clinic.peel())])
  const { rows } = await other.query<{ shift_id: string; n: number }>(
    `select shift_id, count(*)::int as n from documents where id = any($1) group by 1`,
    [sales.map(({ id }) => id)],
  )
  const of = (id: string) => rows.find(({ shift_id }) => shift_id === id)?.n ?? 0
  expect(of(shift.id) + of(data.next_shift!.id)).toBe(6)
  expect(data.expected).toBe(of(shift.id) * 1500)
  await clinic.close(data.next_shift!.id, of(data.next_shift!.id) * 1500)
  await clinic.closeDay(date)
})

test('a void during the closing of its day is either in the Z-reading or refused', async () => {
  const date = newDay()
  const shift = await clinic.open(0)
  const sale = await clinic.peel()
  const endOfDay = async () => {
    await clinic.close(shift.id, 1500, 'seen')
    return clinic.closeDay(date)
  }
  const [voided, reading] = await Promise.allSettled([clinic.voidSale(sale), endOfDay()])
  expect(reading.status).toBe('fulfilled')
  const [sentence] = refusals([voided])
  expect([undefined, s.noOpenShift, s.voidAfterReading]).toContain(sentence)
  if (reading.status === 'fulfilled') expect(reading.value.voids.count).toBe(voided.status === 'fulfilled' ? 1 : 0)
  const late = await Promise.allSettled([clinic.voidSale(sale)])
  expect(refusals(late)).toEqual([voided.status === 'fulfilled' ? saleMessages.alreadyVoided : s.voidAfterReading])
  expect((await clinic.recount()).findings).toEqual([])
})

test('of eight simultaneous Z-readings of one day only one is recorded', async () => {
  const date = newDay()
  await clinic.close((await clinic.open()).id, 2000)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => clinic.closeDay(date)))
  expect(refusals(outcomes)).toEqual(Array(7).fill(s.alreadyRead))
  expect(await countOf('z_readings', date)).toBe(1)
  expect((await clinic.recount()).findings).toEqual([])
})

test('a shift opened during the day closing is either in the reading or rejected', async () => {
  const date = newDay()
  await clinic.close((await clinic.open()).id, 2000)
  const [opened, closed] = await Promise.allSettled([clinic.open(), clinic.closeDay(date)])
  const sentences = refusals([opened, closed])
  expect(sentences).toHaveLength(1)
  expect([s.dayClosed, s.shiftStillOpen]).toContain(sentences[0])
  if (opened.status === 'fulfilled') {
    await clinic.close(opened.value.id, 2000)
    await clinic.closeDay(date)
  }
  expect((await clinic.recount()).findings).toEqual([])
})

const failEach = (work: () => Promise<unknown>) => failEachStatement(clinic.server.db, work)

test('opening, closing or handing over a shift, a cash movement and a reading each change nothing if any of their statements fails', async () => {
  const date = newDay()
  const asked: Record<string, number> = {}
  asked.open = await failEach(() => clinic.open(1000))
  const shift = (await clinic.status()).shift!
  asked.move = await failEach(() => clinic.move(shift.id, 'in', 500))
  asked.handOver = await failEach(() =>
    clinic.asCashier(cashContract.handOver, {
      params: { id: shift.id },
      body: { count: pesos(1500), reason: null, cashier_id: clinic.till.otherCashier.id },
    }),
  )
  const next = (await clinic.status()).shift!
  asked.sell = await failEach(() => clinic.peel())
  asked.close = await failEach(() => clinic.close(next.id, 3000))
  asked.closeDay = await failEach(() => clinic.closeDay(date))
  for (const statements of Object.values(asked)) expect(statements).toBeGreaterThan(3)
  expect((await clinic.recount()).findings).toEqual([])
  expect(await checkBooks(clinic.server.db)).toMatchObject(balanced)
})

test('simultaneous pay-outs, drops and refunds of one drawer succeed only until the drawer has no cash left for the next one', async () => {
  const date = newDay()
  const shift = await clinic.open(1000)
  const sale = await clinic.peel()
  const [payOut, drop] = [() => clinic.move(shift.id, 'out', 1500), () => clinic.move(shift.id, 'drop', 1500, 'BPI-1')]
  const outcomes = await Promise.allSettled([payOut(), drop(), payOut(), clinic.voidSale(sale), drop()])
  expect(refusals(outcomes)).toEqual(Array(4).fill(s.drawerHoldsLess))
  expect((await clinic.x(shift.id)).shifts[0]!.expected).toBe(1000)
  expect(await clinic.close(shift.id, 1000)).toMatchObject({ state: 'closed', difference: 0 })
  await clinic.closeDay(date)
})

test('a cash movement repeated after a lost answer, or sent twice at once, is recorded once', async () => {
  newDay()
  const shift = await clinic.open()
  const key = randomUUID()
  const move = () => clinic.move(shift.id, 'out', 500, 'Drinking water', { key })
  const [first, second] = await Promise.all([move(), move()])
  expect(second).toEqual(first)
  expect(await move()).toEqual(first)
  const moved = clinic.server.db.selectFrom('cash_movements').select('amount_centavos')
  expect(await moved.where('shift_id', '=', shift.id).execute()).toEqual([{ amount_centavos: 50_000 }])
})
