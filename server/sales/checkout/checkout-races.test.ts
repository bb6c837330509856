import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CheckoutBody } from '#shared/sales/checkout-body.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { openTill, errorOf, type Till } from '#server/sales/till-fixture.ts'

let till: Till
beforeAll(async () => {
  till = await openTill({ poolSize: 12 })
})
afterAll(() => till.server.close())

const countSales = async () => (await checkBooks(till.server.db)).sales

describe('an idempotency key identifies one sale', () => {
  test('twenty simultaneous requests create one sale and get the same answer', async () => {
    const before = await countSales()
    const key = randomUUID()
    const body = till.order([till.peel({ addOns: [till.light()] }), till.carbon()])
    const sales = await Promise.all(Array.from({ length: 20 }, () => till.send(body, key)))
    expect(new Set(sales.map((sale) => JSON.stringify(sale))).size).toBe(1)
    expect(await countSales()).toBe(before + 1)
  })

  test('repeating the request later returns the sale as it was recorded', async () => {
    const key = randomUUID()
    const body = till.order([till.glow()])
    const sale = await till.send(body, key)
    till.server.clock.now = new Date(till.server.clock.now.getTime() + 3_600_000)
    expect(await till.send(body, key)).toEqual(sale)
  })

  test('the key is stored with the sale’s id, and no personal data', async () => {
    const key = randomUUID()
    const sale = await till.send(till.order([till.glow()]), key)
    const row = await till.server.db
      .selectFrom('idempotency_keys')
      .select('answer')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(row.answer)).toEqual({ data: { id: sale.id } })
  })

  test('a repeated request returns its sale also if the previous version of the app hashed the first request', async () => {
    const key = randomUUID()
    const body = till.order([till.glow()])
    const sale = await till.send(body, key)
    // The hash of the request as the previous version of the app computed it, with the default values of that version.
    const ofThen = createHash('sha256')
      .update(JSON.stringify({ ...body, method_of_then: null }))
      .digest()
    const kept = till.server.db.updateTable('idempotency_keys').set({ body_hash: ofThen }).where('key', '=', key)
    await kept.execute()
    const before = await countSales()
    expect(await till.send(body, key)).toEqual(sale)
    // A hash of the previous version cannot show whether the body of the request differs, so the recorded sale is
    // returned.
    expect(await till.send(till.order([till.peel()]), key)).toEqual(sale)
    expect(await countSales()).toBe(before)
  })

  test('a different body with the same key is rejected and sells nothing', async () => {
    const key = randomUUID()
    await till.send(till.order([till.glow()]), key)
    const before = await countSales()
    const error = await till.error(till.order([till.peel()]), key)
    expect(error.status).toBe(422)
    expect(error.errors).toHaveProperty('Idempotency-Key')
    expect(await countSales()).toBe(before)
  })

  test('the same key from another cashier is rejected, and the sale can be found by the key', async () => {
    const key = randomUUID()
    const body = till.order([till.glow()])
    const sale = await till.send(body, key)
    const other = till.server.as(till.otherCashier.token)
    expect(await errorOf(other(salesContract.checkout, { body }, { idempotencyKey: key }))).toMatchObject({
      status: 422,
    })
    expect((await other(salesContract.byKey, { params: { key } })).data).toEqual(sale)
  })

  test('a till that was opened before the API address of sales changed finds its sale at the old address', async () => {
    const key = randomUUID()
    const sale = await till.send(till.order([till.glow()]), key)
    const response = await till.server.app.inject({
      url: `/api/transactions/by-key/${key}`,
      headers: { authorization: `Bearer ${till.cashier.token}` },
    })
    expect(response.json()).toEqual({ data: sale })
  })

  test('a look-up of a sale by a key with which nothing was sold gets a 404', async () => {
    const error = await errorOf(
      till.server.as(till.cashier.token)(salesContract.byKey, { params: { key: randomUUID() } }),
    )
    expect(error).toMatchObject({ status: 404, message: saleMessages.notFound })
  })

  test.each([undefined, 'not-a-uuid'])('a sale whose key is %j and not a UUID is rejected', async (key) => {
    const body = till.order([till.peel()])
    const options = key === undefined ? {} : { idempotencyKey: key }
    const error = await errorOf(till.server.as(till.cashier.token)(salesContract.checkout, { body }, options))
    expect(error).toMatchObject({ status: 422, errors: { 'Idempotency-Key': [expect.any(String)] } })
  })
})

describe('a sale that fails', () => {
  test('leaves no idempotency key, no gap in the receipt numbers and no other data', async () => {
    const paid = { payment_method: 'maya', reference_number: 'MY-1' } as const
    const first = await till.send(till.order([till.peel()], paid))
    const key = randomUUID()
    const body = till.order([till.glow()], { ...paid, customer_name: 'Nobody Yet', user_id: null })
    expect(await till.error(body, key)).toMatchObject({ status: 409 })
    const { db } = till.server
    expect(await db.selectFrom('idempotency_keys').select('key').where('key', '=', key).execute()).toEqual([])
    expect(await db.selectFrom('users').select('id').where('name', '=', 'Nobody Yet').execute()).toEqual([])
    const next = await till.send({ ...body, reference_number: 'MY-2' }, key)
    expect(next.receipt_number).toBe(first.receipt_number + 1)
  })

  test('with the reference number of a simultaneous sale records nothing: one of eight sales succeeds', async () => {
    const before = await countSales()
    const body = () => till.order([till.peel()], { payment_method: 'gcash', reference_number: 'RACE-1' })
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => till.send(body())))
    const sold = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(sold).toHaveLength(1)
    const sentence = saleMessages.referenceUsed(sold[0]!.document_name)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409, message: sentence })
    expect(await countSales()).toBe(before + 1)
  })
})

describe('many tills at once', () => {
  test('thirty sales get thirty receipt numbers without a gap', async () => {
    const before = (await till.send(till.order([till.peel()]))).receipt_number
    const bodies = Array.from({ length: 30 }, (_, i): CheckoutBody => {
      const lines = [
        till.peel({ quantity: (i % 4) + 1, addOns: i % 2 ? [till.light((i % 3) + 1)] : [] }),
        ...(i % 3 ? [till.glow()] : [till.carbon()]),
      ]
      const buyer = i % 5 === 0 ? { user_id: null, customer_name: `Walk-in ${i}` } : {}
      const discount = i % 4 === 0 ? ({ is_discounted: 'yes', discount: i * 10.25 } as const) : {}
      return till.order(lines, { ...buyer, ...discount })
    })
    const sales = await Promise.all(bodies.map((body) => till.send(body)))
    const numbers = sales.map((sale) => sale.receipt_number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, i) => before + 1 + i))
    expect(await checkBooks(till.server.db)).toMatchObject(balanced)
  })

  test('the check of the books detects a day total that is wrong by a centavo', async () => {
    const { db } = till.server
    const add = (centavos: number) =>
      sql`update daily_sales set total_centavos = total_centavos + ${centavos}`.execute(db)
    await add(1)
    expect((await checkBooks(db)).daysOff).toBeGreaterThan(0)
    await add(-1)
    expect(await checkBooks(db)).toMatchObject(balanced)
  })

  test('the check of the books detects a missing receipt number', async () => {
    const { db } = till.server
    const skip = (by: number) => sql`update document_counters set last_number = last_number + ${by}`.execute(db)
    await skip(1)
    expect((await checkBooks(db)).receiptsOff).toBe(1)
    await skip(-1)
  })
})
