import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCashClinic, errorOf, type CashClinic } from '#server/cash/cash-fixture.ts'
import { failEachStatement } from '#server/test/fail-statements.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import type { Sale } from '#shared/sales/contract.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'

let clinic: CashClinic
/**
 * The connection of a concurrent transaction, and a connection that watches which other connections wait for a lock.
 */
let other: pg.Client
let watcher: pg.Client
beforeAll(async () => {
  clinic = await openCashClinic({ poolSize: 12 })
  const { appUrl: connectionString } = clinic.server.database
  ;[other, watcher] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })]
  await Promise.all([other.connect(), watcher.connect()])
})
afterAll(async () => {
  await Promise.all([other.end(), watcher.end()])
  await clinic.server.close()
})

let day = 1
const dateOf = (n: number) => `2026-12-${String(n).padStart(2, '0')}`
/** Sells one peel on a day of its own and closes that day; the clock then shows 9:00 of the next day. */
async function soldYesterday(): Promise<Sale> {
  clinic.at(`${dateOf(day)}T09:00:00+08:00`)
  const shift = await clinic.open(0)
  const sale = await clinic.peel()
  await clinic.close(shift.id, 1500)
  await clinic.closeDay(dateOf(day))
  clinic.at(`${dateOf(++day)}T09:00:00+08:00`)
  return sale
}

const refund = async ({ id }: Sale, more: Partial<Input<typeof refundContract.refund>['body']> = {}) => {
  const lines = [{ position: 1, quantity: 1 }]
  const body = { lines, total: 1500, method: 'cash' as const, reason: 'Allergic reaction', ...more }
  return (await clinic.asAdmin(refundContract.refund, { params: { id }, body }, { idempotencyKey: randomUUID() })).data
}

const refusals = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as Error).message] : []))

const untilWaiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await watcher.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]!.waiting
    })
    .toBe(count)

const endOfDay = async (shiftId: string, counted: number) => {
  await clinic.close(shiftId, counted, 'seen')
  return clinic.closeDay(dateOf(day++))
}

test('a cash refund comes out of today’s drawer, and needs an open shift', async () => {
  const [first, second] = [await soldYesterday(), await soldYesterday()]
  expect(await errorOf(refund(first))).toMatchObject({ status: 409, message: cashMessages.noOpenShift })
  const shift = await clinic.open(5000)
  await refund(first)
  await refund(second, { method: 'gcash', reference_number: 'BACK-1' })
  const reading = await clinic.x(shift.id)
  expect(reading).toMatchObject({
    refunds: { count: 2, amount: 3000 },
    voids: { count: 0 },
    net: -3000,
    cash: { cash_sales: 0, cash_back: 1500 },
    methods: [
      { method: 'cash', count: 0, amount: -1500 },
      { method: 'gcash', count: 0, amount: -1500 },
    ],
  })
  const z = await endOfDay(shift.id, 3500)
  expect(z).toMatchObject({ refunds: { count: 2, amount: 3000 }, shifts: [{ expected: 3500, difference: 0 }] })
  expect((await clinic.recount()).findings).toEqual([])
})

test('of eight simultaneous refunds of one line one succeeds', async () => {
  const sale = await soldYesterday()
  const shift = await clinic.open(2000)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => refund(sale)))
  expect(refusals(outcomes)).toEqual(Array(7).fill(s.refundedWhole))
  expect(await checkBooks(clinic.server.db)).toMatchObject(balanced)
  await endOfDay(shift.id, 500)
})

test.each(['void', 'refund'] as const)(
  'of a void and a refund of one sale at midnight, the %s that came first succeeds',
  async (first) => {
    clinic.at(`${dateOf(day)}T23:59:59+08:00`)
    const shift = await clinic.open(5000)
    const sale = await clinic.peel()
    await other.query('begin')
    await other.query('select from documents where id = $1 for no key update', [sale.id])
    const calls: Record<'void' | 'refund', () => Promise<Sale>> = {
      void: () => {
        clinic.at(`${dateOf(day)}T23:59:59+08:00`)
        return clinic.voidSale(sale)
      },
      refund: () => {
        clinic.at(`${dateOf(day + 1)}T00:00:01+08:00`)
        return refund(sale)
      },
    }
    const early = calls[first]()
    const settled = Promise.allSettled([early])
    await untilWaiting(1)
    const late = Promise.allSettled([calls[first === 'void' ? 'refund' : 'void']()])
    await untilWaiting(2)
    await other.query('commit')
    const outcomes = [...(await settled), ...(await late)]
    if (first === 'void') expect(refusals(outcomes)).toEqual([s.voidedNotRefunded])
    // The previous day's shift is still open, so no refund can join it, and the void succeeds.
    else expect(refusals(outcomes)).toEqual([cashMessages.shiftOfEarlierDay])
    expect(await checkBooks(clinic.server.db)).toMatchObject(balanced)
    clinic.at(`${dateOf(day)}T23:59:59+08:00`)
    await endOfDay(shift.id, 5000)
    clinic.at(`${dateOf(day)}T09:00:00+08:00`)
  },
)

test('the database rejects a refund of a voided sale, and one above the remaining amount', async () => {
  const sale = await soldYesterday()
  const shift = await clinic.open(5000)
  const taken = async (kind: string, quantity: number) => {
    const id = randomUUID()
    await other.query('begin')
    try {
      const values = `service_id, treatment_id, name, treatment_name, kind, position, unit_price_centavos`
      await other.query(
        `insert into document_lines (document_id, ${values}, quantity, line_total_centavos)
           select $1, ${values}, $3::int, $3::int * unit_price_centavos from document_lines where document_id = $2`,
        [id, sale.id, -quantity],
      )
      await other.query(
        `insert into payments (document_id, position, method, amount_centavos, received_centavos, change_centavos)
           values ($1, 1, 'cash', $2, $2, 0)`,
        [id, -150_000 * quantity],
      )
      const { rows } = await other.query<{ row: Record<string, unknown> }>(
        'select to_jsonb(documents) as row from documents where id = $1',
        [sale.id],
      )
      const total = -150_000 * quantity
      const row = {
        ...rows[0]!.row,
        id,
        kind,
        number: 900_000 + Math.floor(Math.random() * 90_000),
        refers_to: sale.id,
        reason: 'x',
        business_date: dateOf(day),
        subtotal_centavos: total,
        total_centavos: total,
      }
      await other.query('insert into documents select * from jsonb_populate_record(null::documents, $1)', [row])
      await other.query('commit')
    } catch (error) {
      await other.query('rollback')
      throw error
    }
  }
  await expect(taken('refund', 2)).rejects.toMatchObject({ constraint: 'documents__refund_within' })
  await refund(sale)
  await expect(taken('refund', 1)).rejects.toMatchObject({ constraint: 'documents__refund_within' })
  await expect(taken('void', 1)).rejects.toMatchObject({ constraint: /documents__(void_or_refund|day_closed)/ })
  await endOfDay(shift.id, 3500)
})

test('a simultaneous refund and day closing run one after the other, and the Z-reading includes the refund if and only if the refund succeeded', async () => {
  const sale = await soldYesterday()
  const shift = await clinic.open(1500)
  const [refunded, reading] = await Promise.allSettled([refund(sale), endOfDay(shift.id, 1500)])
  expect(reading.status).toBe('fulfilled')
  const [sentence] = refusals([refunded])
  expect([undefined, cashMessages.noOpenShift]).toContain(sentence)
  if (reading.status === 'fulfilled')
    expect(reading.value.refunds).toEqual(
      refunded.status === 'fulfilled' ? { count: 1, amount: 1500 } : { count: 0, amount: 0 },
    )
  expect((await clinic.recount()).findings).toEqual([])
})

test('if any statement of a refund fails, nothing changes', async () => {
  const sale = await soldYesterday()
  await clinic.open(1500)
  expect(await failEachStatement(clinic.server.db, () => refund(sale))).toBeGreaterThan(8)
  expect((await clinic.recount()).findings).toEqual([])
  expect(await checkBooks(clinic.server.db)).toMatchObject(balanced)
})
