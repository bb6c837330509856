import { withinSentence } from '#shared/clinic/document-name.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { approvalMessages } from '#shared/approvals/messages.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { toPesos } from '#shared/lib/money.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { errorOf, openTill, type Till } from '#server/sales/till-fixture.ts'

let till: Till
let admin: TestUser
beforeEach(async () => {
  await till?.server.close()
  till = await openTill()
  admin = await createUser(till.server.db, 'admin', { name: 'Olga Owner' })
})
afterAll(() => till.server.close())

type RefundBody = Input<typeof refundContract.refund>['body']

const asAdmin = () => till.server.as(admin.token)
const nextDay = () => {
  till.server.clock.now = new Date(till.server.clock.now.getTime() + 86_400_000)
}
const refundable = async ({ id }: Pick<Sale, 'id'>) =>
  (await asAdmin()(refundContract.refundable, { params: { id } })).data
const list = () => asAdmin()(salesContract.list, { querystring: { page: 1, per_page: 12, search: '' } })

/** Refunds pieces of a sale, given as position and quantity of each line, for a total amount; in cash by default. */
const refund = async (
  { id }: Pick<Sale, 'id'>,
  lines: [position: number, quantity: number][],
  total: number,
  more: Partial<RefundBody> = {},
  key: string = randomUUID(),
) => {
  const body: RefundBody = {
    lines: lines.map(([position, quantity]) => ({ position, quantity })),
    total,
    method: 'cash',
    reason: 'Allergic reaction',
    ...more,
  }
  return (await asAdmin()(refundContract.refund, { params: { id }, body }, { idempotencyKey: key })).data
}

/** A sale of yesterday: two peels with two lights and a glow, ₱6,200.50 less ₱620.05. */
async function soldYesterday() {
  const discount = { is_discounted: 'yes', discount: 620.05, received_money: 6000 } as const
  const sale = await till.send(till.order([till.peel({ quantity: 2, addOns: [till.light(2)] }), till.glow()], discount))
  nextDay()
  return sale
}

describe('a refund of some pieces of a sale', () => {
  test('is a document of its own with its share of the discount; the sale stays and shows the refunded amount', async () => {
    const sale = await soldYesterday()
    expect(await refundable(sale)).toMatchObject({
      left: 5580.45,
      lines: [
        { position: 1, name: 'Diamond peel', is_add_on: false, quantity_sold: 2, quantity_left: 2 },
        { position: 2, name: 'LED light', is_add_on: true, quantity_left: 2 },
        { position: 3, name: 'Hydra glow', is_add_on: false, quantity_left: 1 },
      ],
    })
    const counter = await refund(sale, [[1, 1]], 1350)
    expect(counter).toMatchObject({
      receipt_number: sale.receipt_number + 1,
      customer_name: sale.customer_name,
      cashier_name: admin.name,
      business_date: '2026-11-22',
      subtotal: -1500,
      discount: -150,
      total_after_discount: -1350,
      payments: [{ method: 'cash', amount: -1350, received: -1350, change: 0, reference_number: null }],
      item_count: -1,
      state: 'refund',
      refund_reason: 'Allergic reaction',
      refunds_receipt_number: sale.receipt_number,
      void_reason: null,
      voids_receipt_number: null,
      approved_by: null,
    })
    const { data, summary } = await list()
    expect(data).toEqual([counter, { ...sale, refunded: 1350 }])
    expect(summary).toMatchObject({ total_revenue: 4230.45, transaction_count: 1 })
    expect((await asAdmin()(salesContract.dailySales, {})).data).toMatchObject({
      daily_sales: -1350,
      transaction_count: 0,
    })
    expect((await lastLogEntry(till.server.db)).action).toBe(
      `Refunded ₱1,350.00 of ${withinSentence(sale.document_name)} by ${withinSentence(counter.document_name)}, Cash`,
    )
    expect(await checkBooks(till.server.db)).toMatchObject({ ...balanced, sales: 2 })
  })

  test('in several parts adds up to the amount paid, to the centavo, and then nothing is left to refund', async () => {
    const sale = await soldYesterday()
    const parts: [number, number][] = [
      [1, 1],
      [2, 1],
      [3, 1],
      [2, 1],
      [1, 1],
    ]
    let back = 0
    for (const [position, quantity] of parts) {
      const { lines } = await refundable(sale)
      const line = lines.find((one) => one.position === position)!
      const off = Math.round((line.order_discount_left * 100 * quantity) / line.quantity_left)
      const total = toPesos(Math.round(line.price * 100) * quantity - off)
      back += Math.round((await refund(sale, [[position, quantity]], total)).total_after_discount * 100)
    }
    expect(toPesos(-back)).toBe(sale.total_after_discount)
    expect(await refundable(sale)).toMatchObject({ left: 0, sale: { refunded: sale.total_after_discount } })
    expect(await errorOf(refund(sale, [[1, 1]], 1350))).toMatchObject({ status: 409, message: s.refundedWhole })
    expect((await list()).summary.total_revenue).toBe(0)
    expect(await checkBooks(till.server.db)).toMatchObject({ ...balanced, sales: 6 })
  })

  test('of an add-on alone names its service, which is not refunded', async () => {
    const sale = await soldYesterday()
    const counter = await refund(sale, [[2, 2]], 630)
    expect(counter.treatments).toMatchObject([
      { service_name: 'Diamond peel', quantity: 0, addOns: [{ addOn_name: 'LED light', quantity: -2 }] },
    ])
    expect(counter.item_count).toBe(-2)
    expect(await checkBooks(till.server.db)).toMatchObject({ ...balanced, sales: 2 })
  })

  test('is paid by any accepted method, with a reference number of its own or that of the sale', async () => {
    const paid = { payment_method: 'gcash', reference_number: 'GC-77' } as const
    const sale = await till.send(till.order([till.peel({ quantity: 2 })], paid))
    nextDay()
    const missing = errorOf(refund(sale, [[1, 1]], 1500, { method: 'gcash' }))
    expect(await missing).toMatchObject({ status: 422, errors: { reference_number: [s.referenceRequired] } })
    const off = errorOf(refund(sale, [[1, 1]], 1500, { method: 'card', reference_number: '1' }))
    expect(await off).toMatchObject({ status: 422, errors: { method: [s.methodOff('Card')] } })
    const counter = await refund(sale, [[1, 1]], 1500, { method: 'gcash', reference_number: 'GC-77' })
    expect(counter).toMatchObject({ payment_method: 'gcash', reference_number: 'GC-77' })
    // The sale keeps its reference number after the refund, so another sale cannot use this number.
    expect((await till.error(till.order([till.peel()], paid))).message).toBe(s.referenceUsed(sale.document_name))
  })

  test('is recorded once, however often it is sent with one idempotency key', async () => {
    const sale = await soldYesterday()
    const key = randomUUID()
    const sent = () => refund(sale, [[1, 1]], 1350, {}, key)
    const [first, second] = [await sent(), await sent()]
    expect(second).toEqual(first)
    expect((await refundable(sale)).sale.refunded).toBe(1350)
  })

  test('is in the client’s history and transactions', async () => {
    const sale = await soldYesterday()
    const counter = await refund(sale, [[3, 1]], 2250.45)
    const params = { id: till.client.clientId! }
    expect((await asAdmin()(salesContract.spending, { params })).data.total_spent).toBe(3330)
    const mine = await till.server.as(till.client.token)(salesContract.mine, { querystring: { page: 1, per_page: 5 } })
    expect(mine.data).toMatchObject([
      { transaction_id: counter.id, total: -2250.45, is_refund: true },
      { transaction_id: sale.id, total: 5580.45, refunded: 'partly' },
    ])
    const receipt = await till.server.as(till.client.token)(salesContract.receipt, { params: { id: counter.id } })
    expect(receipt.data).toMatchObject({ state: 'refund', refunds_receipt_number: sale.receipt_number })
  })

  test('marks the sale and each service as partly or fully refunded', async () => {
    const sale = await soldYesterday()
    const marks = async () => {
      const { data } = await asAdmin()(clientsContract.detail, { params: { id: till.client.clientId! } })
      const asClient = till.server.as(till.client.token)
      const mine = await asClient(salesContract.mine, { querystring: { page: 1, per_page: 50 } })
      return {
        ...Object.fromEntries(data.services_availed.map(({ service_name, refunded }) => [service_name, refunded])),
        sale: mine.data.find(({ transaction_id }) => transaction_id === sale.id)?.refunded,
      }
    }
    expect(await marks()).toEqual({ 'Diamond peel': null, 'Hydra glow': null, sale: undefined })
    await refund(sale, [[3, 1]], 2250.45)
    expect(await marks()).toEqual({ 'Diamond peel': null, 'Hydra glow': 'whole', sale: 'partly' })
    // A service counts as partly refunded when only its add-on was refunded.
    await refund(sale, [[2, 2]], 630)
    expect(await marks()).toEqual({ 'Diamond peel': 'partly', 'Hydra glow': 'whole', sale: 'partly' })
    await refund(sale, [[1, 2]], 2700)
    expect(await marks()).toEqual({ 'Diamond peel': 'whole', 'Hydra glow': 'whole', sale: 'whole' })
  })
})

describe('a refund is rejected', () => {
  test('on the day of the sale, for a void, a voided sale, an unsold item, and without a reason', async () => {
    const today = await till.send(till.order([till.peel()]))
    expect(await errorOf(refund(today, [[1, 1]], 1500))).toMatchObject({ status: 409, message: s.refundedLaterOnly })
    const voided = await till.send(till.order([till.peel()]))
    const params = { id: voided.id }
    const counter = (await asAdmin()(salesContract.voidSale, { params, body: { reason: 'Twice' } })).data
    nextDay()
    expect(await errorOf(refund(voided, [[1, 1]], 1500))).toMatchObject({ status: 409, message: s.voidedNotRefunded })
    expect(await errorOf(refund(counter, [[1, 1]], 1500))).toMatchObject({ message: s.onlySalesAreRefunded })
    expect(await errorOf(refund({ id: randomUUID() }, [[1, 1]], 1500))).toMatchObject({ status: 404 })
    const field = async (call: Promise<unknown>) => (await errorOf(call)).errors
    expect(await field(refund(today, [[2, 1]], 1500))).toEqual({ lines: [s.refundLineUnknown] })
    expect(
      await field(
        refund(
          today,
          [
            [1, 1],
            [1, 1],
          ],
          1500,
        ),
      ),
    ).toEqual({ lines: [s.refundLineTwice] })
    expect(await field(refund(today, [], 0))).toEqual({ lines: [s.refundLineRequired] })
    expect(await field(refund(today, [[1, 1]], 1500, { reason: ' ' }))).toEqual({ reason: [s.refundReasonRequired] })
    expect(await checkBooks(till.server.db)).toMatchObject({ ...balanced, sales: 3 })
  })

  test('above the remaining pieces or amount, and where nothing was paid', async () => {
    const sale = await soldYesterday()
    const sentence = async (lines: [number, number][], total: number) => {
      const { status, message } = await errorOf(refund(sale, lines, total))
      return `${status} ${message}`
    }
    expect(await sentence([[1, 3]], 4050)).toBe(`409 ${s.refundMoreThanSold('Diamond peel')}`)
    expect(await sentence([[1, 1]], 1500)).toBe(`409 ${s.refundTotalWrong('₱1,350.00')}`)
    await refund(sale, [[1, 1]], 1350)
    expect(await sentence([[1, 2]], 2700)).toBe(`409 ${s.refundedMeanwhile}`)
    const free = await till.send(till.order([till.peel()], { is_discounted: 'yes', discount: 1500 }))
    nextDay()
    expect(await errorOf(refund(free, [[1, 1]], 0))).toMatchObject({ status: 409, message: s.nothingPaid })
  })

  test('by a cashier without an approval', async () => {
    const sale = await soldYesterday()
    const lines = [{ position: 1, quantity: 1 }]
    const body = { lines, total: 1350, method: 'cash' as const, reason: 'x' }
    const refused = await errorOf(
      till.server.as(till.cashier.token)(
        refundContract.refund,
        { params: { id: sale.id }, body },
        { idempotencyKey: randomUUID() },
      ),
    )
    expect(refused).toMatchObject({ status: 403, errors: { approval_id: [approvalMessages.needed] } })
  })
})
