import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf, openCashClinic, pesos, type CashClinic } from '#server/cash/cash-fixture.ts'
import type { Caller } from '#server/test/server.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import type { Sale } from '#shared/sales/contract.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'

let clinic: CashClinic
/** A second terminal, beside the front desk where the sales were made. */
let back: string
beforeAll(async () => {
  clinic = await openCashClinic()
  const body = { name: 'Back desk', is_active: true }
  back = (await clinic.asAdmin(cashManagementContract.createTerminal, { body })).data.id
})
afterAll(() => clinic.server.close())

let day = 0
const dateOf = (n: number) => `2026-12-${String(n).padStart(2, '0')}`
/** Sells a peel at the front desk on a day of its own, closes the day, and moves the clock to the next morning. */
async function soldYesterday(): Promise<Sale> {
  clinic.at(`${dateOf(++day)}T09:00:00+08:00`)
  const front = clinic.terminal.id
  const shift = await clinic.open(0, front)
  const sale = await clinic.till.send({ ...clinic.till.order([clinic.till.peel()]), terminal_id: front })
  await clinic.close(shift.id, 1500)
  await clinic.closeDay(dateOf(day), front)
  clinic.at(`${dateOf(++day)}T09:00:00+08:00`)
  return sale
}

const refund = ({ id }: Sale, terminal_id: string) => {
  const lines = [{ position: 1, quantity: 1 }]
  const body = { lines, total: 1500, method: 'cash' as const, reason: 'Allergic reaction', terminal_id }
  return clinic.asAdmin(refundContract.refund, { params: { id }, body }, { idempotencyKey: randomUUID() })
}
const expectedIn = async (shiftId: string) => (await clinic.x(shiftId)).shifts[0]!.expected
const isAsked = async (call: Caller, terminal_id: string) =>
  (await call(cashContract.till, { querystring: { terminal_id } })).data.asks_colleague

test('a cash refund comes out of the chosen terminal’s open shift, although the sale was made on another terminal', async () => {
  const sale = await soldYesterday()
  const [front, other] = [await clinic.open(2000, clinic.terminal.id), await clinic.open(2000, back)]
  const { data } = await refund(sale, back)
  expect([data.terminal_id, data.cashier_name]).toEqual([back, clinic.admin.name])
  expect([await expectedIn(front.id), await expectedIn(other.id)]).toEqual([2000, 500])
  await clinic.close(front.id, 2000)
  await clinic.close(other.id, 500)
  const reading = await clinic.closeDay(dateOf(day), back)
  expect([reading.refunds, reading.cash.cash_back]).toEqual([{ count: 1, amount: 1500 }, 1500])
  expect((await clinic.closeDay(dateOf(day), clinic.terminal.id)).refunds).toEqual({ count: 0, amount: 0 })
  expect((await clinic.recount()).findings).toEqual([])
})

test('before a refund is paid from the terminal of a colleague’s open shift, the till asks once whether to work on that shift', async () => {
  const sale = await soldYesterday()
  const colleagues = await clinic.open(2000, back)
  const own = await clinic.asAdmin(cashContract.openShift, {
    body: { terminal_id: clinic.terminal.id, count: pesos(2000) },
  })
  expect([await isAsked(clinic.asAdmin, back), await isAsked(clinic.asAdmin, clinic.terminal.id)]).toEqual([
    true,
    false,
  ])
  await clinic.asAdmin(cashContract.joinShift, { params: { id: colleagues.id } })
  expect(await isAsked(clinic.asAdmin, back)).toBe(false)
  await refund(sale, back)
  // The reading of the colleague's drawer names the person who paid the refund out of it.
  await clinic.close(colleagues.id, 500)
  const reading = await clinic.closeDay(dateOf(day), back)
  expect(reading.shifts).toMatchObject([{ cashier_name: clinic.till.cashier.name, cash_back: 1500, expected: 500 }])
  await clinic.close(own.data.id, 2000)
  await clinic.closeDay(dateOf(day), clinic.terminal.id)
})

test('a cash refund is refused and changes nothing if the terminal has no open shift or too little cash in its drawer', async () => {
  const sale = await soldYesterday()
  const front = await clinic.open(1000, clinic.terminal.id)
  expect(await errorOf(refund(sale, back))).toMatchObject({ status: 409, message: s.noOpenShift })
  expect(await errorOf(refund(sale, clinic.terminal.id))).toMatchObject({ status: 409, message: s.drawerHoldsLess })
  expect(await expectedIn(front.id)).toBe(1000)
  const other = await clinic.open(1500, back)
  await refund(sale, back)
  expect([await expectedIn(front.id), await expectedIn(other.id)]).toEqual([1000, 0])
})
