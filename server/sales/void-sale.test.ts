import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { documentNumber, withinSentence } from '#shared/clinic/document-name.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { balanced, checkBooks } from './books/books-fixture.ts'
import { errorOf, openTill, type Till } from './till-fixture.ts'

let till: Till
let admin: TestUser
beforeEach(async () => {
  await till?.server.close()
  till = await openTill()
  admin = await createUser(till.server.db, 'admin', { name: 'Olga Owner' })
})
afterAll(() => till.server.close())

const asAdmin = () => till.server.as(admin.token)
const voidOf = async ({ id }: Sale, reason = 'Rung up twice') =>
  (await asAdmin()(salesContract.voidSale, { params: { id }, body: { reason } })).data
const list = () => asAdmin()(salesContract.list, { querystring: { page: 1, per_page: 12, search: '' } })

test('a void is a document of its own with the next number; the sale stays and is marked as voided', async () => {
  const discounted = { is_discounted: 'yes', discount: 350.5, received_money: 4500 } as const
  const sale = await till.send(till.order([till.peel({ addOns: [till.light(2)] }), till.glow()], discounted))
  const counter = await voidOf(sale)
  expect(counter).toMatchObject({
    receipt_number: sale.receipt_number + 1,
    customer_name: sale.customer_name,
    cashier_name: admin.name,
    subtotal: -sale.subtotal,
    discount: -350.5,
    total_after_discount: -sale.total_after_discount,
    received_money: -sale.total_after_discount,
    exchange_money: 0,
    item_count: -sale.item_count,
    state: 'void',
    void_reason: 'Rung up twice',
    voids_receipt_number: sale.receipt_number,
  })
  const { data, total, summary } = await list()
  expect(data).toEqual([counter, { ...sale, state: 'voided' }])
  expect(total).toBe(2)
  expect(summary).toMatchObject({ total_revenue: 0, transaction_count: 0, average: 0, active_customers: 0 })
  expect(await checkBooks(till.server.db)).toMatchObject({ ...balanced, sales: 2 })
})

test('a void reduces the total and the count of the day’s sales', async () => {
  await till.send(till.order([till.carbon()]))
  await voidOf(await till.send(till.order([till.peel()])))
  const { data } = await asAdmin()(salesContract.dailySales, {})
  expect(data).toMatchObject({ daily_sales: 5000, transaction_count: 1 })
  expect((await list()).summary).toMatchObject({
    total_revenue: 5000,
    transaction_count: 1,
    average: 5000,
    methods: [{ payment_method: 'cash', total: 5000, transaction_count: 1 }],
  })
})

test('the client sees the sale, marked as voided, and the void, which add up to zero', async () => {
  const kept = await till.send(till.order([till.carbon()]))
  const sale = await till.send(till.order([till.peel()]))
  const counter = await voidOf(sale)
  const own = till.server.as(till.client.token)
  const mine = await own(salesContract.mine, { querystring: { page: 1, per_page: 5 } })
  const marks = mine.data.map(({ transaction_id, total, is_void, is_voided, is_refund, refunded }) => [
    { [transaction_id]: total },
    { is_void, is_voided, is_refund, refunded },
  ])
  const none = { is_void: undefined, is_voided: undefined, is_refund: undefined, refunded: undefined }
  expect(marks).toEqual([
    [{ [counter.id]: -1500 }, { ...none, is_void: true }],
    [{ [sale.id]: 1500 }, { ...none, is_voided: true }],
    [{ [kept.id]: 5000 }, none],
  ])
  expect(mine.total).toBe(3)
  expect(mine.data.reduce((sum, { total }) => sum + total, 0)).toBe(5000)
  const { data } = await asAdmin()(salesContract.spending, { params: { id: till.client.clientId! } })
  expect(data.total_spent).toBe(5000)
  const second = await own(salesContract.mine, { querystring: { page: 2, per_page: 2 } })
  expect(second.data.map(({ transaction_id }) => transaction_id)).toEqual([kept.id])
})

test('after a void the appointment can be paid again, and then its services are in the client’s history only once', async () => {
  const id = await till.appointment(till.client, 'confirmed')
  const paying = () => till.send(till.order([till.peel()], { appointment_id: id }))
  await voidOf(await paying())
  const unpaid = async () => {
    const querystring = { page: 1, per_page: 10, search: '', appointment_id: id }
    return (await asAdmin()(appointmentsContract.payable, { querystring })).total
  }
  expect(await unpaid()).toBe(1)
  const again = await paying()
  expect([again.state, await unpaid()]).toEqual(['sale', 0])
  const { data } = await asAdmin()(clientsContract.detail, { params: { id: till.client.clientId! } })
  expect(data.services_availed).toHaveLength(1)
  expect(await checkBooks(till.server.db)).toMatchObject({ ...balanced, sales: 3 })
})

test('a void restores the client’s previous last visit, unless they had another visit that day', async () => {
  const clientId = till.client.clientId!
  const figures = async () => {
    const { data } = await asAdmin()(clientsContract.detail, { params: { id: clientId } })
    return { last: data.last_visit, services: data.services_availed.length }
  }
  const sell = () => till.send(till.order([till.peel()]))
  till.server.clock.now = new Date(till.server.clock.now.getTime() - 86_400_000)
  await sell()
  till.server.clock.now = new Date(till.server.clock.now.getTime() + 86_400_000)
  const yesterday = await figures()
  await voidOf(await sell())
  expect(await figures()).toEqual(yesterday)
  const kept = await sell()
  const today = await figures()
  await voidOf(await sell())
  expect(await figures()).toEqual(today)
  expect([yesterday.last, today.last]).toEqual(['2026-11-20', '2026-11-21'])
  await voidOf(kept)
  expect(await figures()).toEqual(yesterday)
})

test('after a void, the reference number of the voided payment can be used for one more sale', async () => {
  const paid = { payment_method: 'gcash', reference_number: 'GC-1 234' } as const
  const order = () => till.order([till.peel()], paid)
  const wrong = await till.send(order())
  expect((await till.error(order())).message).toBe(s.referenceUsed(wrong.document_name))
  await voidOf(wrong)
  const outcomes = await Promise.allSettled([till.send(order()), till.send(order())])
  const right = outcomes.find((outcome) => outcome.status === 'fulfilled')!.value
  expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toMatchObject([
    { reason: { status: 409, message: s.referenceUsed(right.document_name) } },
  ])
  await voidOf(right)
  expect((await till.send(order())).reference_number).toBe('GC-1 234')
})

test('only a sale of today can be voided, only once, and only with a reason', async () => {
  const sale = await till.send(till.order([till.peel()]))
  const refused = async (id: string, reason = 'Wrong price') =>
    errorOf(asAdmin()(salesContract.voidSale, { params: { id }, body: { reason } }))
  expect(await refused(sale.id, '  ')).toMatchObject({ status: 422, errors: { reason: [s.voidReasonRequired] } })
  expect(await refused(randomUUID())).toMatchObject({ status: 404, message: s.notFound })
  till.server.clock.now = new Date(till.server.clock.now.getTime() + 86_400_000)
  expect(await refused(sale.id)).toMatchObject({ status: 409, message: s.voidedOnItsDayOnly })
  till.server.clock.now = new Date(till.server.clock.now.getTime() - 86_400_000)
  const counter = await voidOf(sale)
  expect(await refused(sale.id)).toMatchObject({ status: 409, message: s.alreadyVoided })
  expect(await refused(counter.id)).toMatchObject({ status: 409, message: s.onlySalesAreVoided })
  expect(await checkBooks(till.server.db)).toMatchObject({ ...balanced, sales: 2 })
})

test('of twenty simultaneous voids one succeeds', async () => {
  const sale = await till.send(till.order([till.peel()]))
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => voidOf(sale)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(19)
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 409, message: s.alreadyVoided })
  expect(await checkBooks(till.server.db)).toMatchObject({ ...balanced, sales: 2 })
})

test('the log names a voided receipt and its void, but not the reason', async () => {
  const sale = await till.send(till.order([till.peel()]))
  await voidOf(sale, 'Wrong person: Bianca Peña')
  expect((await lastLogEntry(till.server.db)).action).toBe(
    `Voided ${withinSentence(sale.document_name)} of ₱1,500.00 by receipt void ${documentNumber(sale.receipt_number + 1)}`,
  )
})
