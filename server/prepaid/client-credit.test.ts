import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import type { TestUser } from '#server/test/factories.ts'
import { cardEnding } from '#shared/prepaid/card-number.ts'
import { prepaidContract } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { openPrepaidClinic, type PrepaidClinic } from './prepaid-fixture.ts'

let clinic: PrepaidClinic
beforeEach(async () => {
  await clinic?.till.server.close()
  clinic = await openPrepaidClinic()
})
afterAll(() => clinic.till.server.close())

const creditOf = async ({ id }: TestUser) =>
  (await clinic.asCashier(prepaidContract.creditOfClient, { params: { id } })).data

/** Sells a peel (₱1,500) to the client. The store credit with this id pays `amount`, and cash pays the rest. */
const payWith = (creditId: string, client: TestUser, amount = 1500) => {
  const rest = 1500 - amount
  const payments = [
    { method: 'prepaid' as const, amount, credit_id: creditId },
    ...(rest > 0 ? [{ method: 'cash' as const, amount: rest, received: rest }] : []),
  ]
  const buyer = { user_id: client.id, customer_name: client.name }
  return clinic.till.send(clinic.till.order([clinic.till.peel()], { ...buyer, payments }))
}

/** Sells a peel to the client, and refunds it the next day as store credit. */
async function refundPeel() {
  const { till } = clinic
  const sale = await till.send(till.order([till.peel()]))
  await clinic.close(clinic.shift.id, 3500)
  await clinic.closeDay()
  till.server.clock.now = new Date(till.server.clock.now.getTime() + 86_400_000)
  await clinic.open(2000)
  const lines = [{ position: 1, quantity: 1 }]
  const body = { lines, total: 1500, method: 'prepaid' as const, reason: 'Did not like it' }
  const options = { idempotencyKey: randomUUID() }
  return (await clinic.asAdmin(refundContract.refund, { params: { id: sale.id }, body }, options)).credit!
}

test('the store credit of a client is listed without its secret number, can be used without entering the number, and is no longer listed once it is used up', async () => {
  const { client, server } = clinic.till
  const credit = await refundPeel()
  const ending = cardEnding(credit.card_number)
  const listed = { id: credit.id, ending, balance: 1500, opened_at: credit.opened_at }
  expect(await creditOf(client)).toEqual([listed])
  const sale = await payWith(credit.id, client, 1000)
  expect(sale.payments.map(({ method, amount, reference_number }) => [method, amount, reference_number])).toEqual([
    ['prepaid', 1000, ending],
    ['cash', 500, null],
  ])
  expect(await creditOf(client)).toEqual([{ ...listed, balance: 500 }])
  expect((await errorOf(payWith(credit.id, client))).message).toBe(s.tooLittle('₱500.00'))
  await payWith(credit.id, client, 500)
  expect(await creditOf(client)).toEqual([])
  expect(await checkBooks(server.db)).toMatchObject(balanced)
})

test('the till deducts store credit only for its own client, and no gift card without its number', async () => {
  const { client, otherClient } = clinic.till
  const credit = await refundPeel()
  const giftCard = await clinic.sellCard(1500)
  const sold = async () => (await clinic.asCashier(salesContract.dailySales, {})).data
  const before = await sold()
  const refused: [creditId: string, buyer: TestUser][] = [
    [credit.id, otherClient],
    [randomUUID(), client],
    [giftCard.id, client],
  ]
  for (const [creditId, buyer] of refused)
    expect(await errorOf(payWith(creditId, buyer))).toMatchObject({ status: 422, message: s.creditUnknown })
  expect(await sold()).toEqual(before)
  expect(await creditOf(otherClient)).toEqual([])
})
