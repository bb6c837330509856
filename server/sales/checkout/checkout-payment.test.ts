import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardMessages, saleMessages } from '#shared/sales/messages.ts'
import { checkBooks } from '#server/sales/books/books-fixture.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till.server.close())

describe('a discount', () => {
  const discounted = (discount: number, more = {}) =>
    till.send(till.order([till.peel()], { is_discounted: 'yes', discount, ...more }))

  test('is subtracted from the subtotal and stored with its reason', async () => {
    const sale = await discounted(300.25, { discount_reason: 'Staff' })
    expect(sale).toMatchObject({
      subtotal: 1500,
      discount: 300.25,
      discount_reason: 'Staff',
      total_after_discount: 1199.75,
    })
  })

  test.each(['Senior Citizen', 'PWD'] as const)(
    'with the reason %s on the whole order is refused; if the service is eligible, the message says to enter the card instead',
    async (discount_reason) => {
      const body = till.order([till.peel()], { is_discounted: 'yes', discount: 300, discount_reason })
      const salesCount = async () => (await checkBooks(till.server.db)).sales
      const before = await salesCount()
      const refusal = async () => (await till.error({ ...body, discount_id_number: 'SC-0123' })).errors
      expect(await refusal()).toEqual({ discount_reason: [cardMessages.notEligible('Diamond peel')] })
      const setEligible = (senior_pwd_eligible: boolean) =>
        till.server.db
          .updateTable('services')
          .set({ senior_pwd_eligible })
          .where('id', '=', till.catalogue.serviceId)
          .execute()
      await setEligible(true)
      expect(await refusal()).toEqual({ discount_reason: [cardMessages.useCard] })
      await setEligible(false)
      expect(await salesCount()).toBe(before)
      // A reason without a discounted amount does not make a discount.
      expect(await till.send({ ...till.order([till.peel()]), discount_reason })).toMatchObject({ discount: 0 })
    },
  )

  test('that is larger than the subtotal is reduced to the subtotal, so that nothing is left to pay', async () => {
    expect(await discounted(9000)).toMatchObject({ discount: 1500, total_after_discount: 0, received_money: 0 })
  })

  test('that is switched off at the till does not apply, and its reason is not stored', async () => {
    const body = till.order([till.peel()], { is_discounted: 'no', discount: 300, discount_reason: 'Staff' })
    expect(await till.send(body)).toMatchObject({ discount: 0, discount_reason: null, total_after_discount: 1500 })
  })

  test('that is switched off but subtracted from the total is rejected', async () => {
    const body = till.order([till.peel()], { discount: 300 })
    const error = await till.error({ ...body, total_after_discount: 1200, received_money: 1200 })
    expect(error).toMatchObject({ status: 409, code: 'price_changed', message: saleMessages.pricesChanged })
  })
})

describe('the payment', () => {
  test('of less than the amount due is rejected', async () => {
    const error = await till.error(till.order([till.peel()], { received_money: 1499.99 }))
    expect(error).toMatchObject({ status: 422, message: saleMessages.receivedTooLow })
    expect(error.errors).toEqual({ received_money: [saleMessages.receivedTooLow] })
  })

  test.each(['gcash', 'maya', 'bank_transfer', 'card'] as const)(
    'by %s of more than the amount due is rejected, because change comes from cash only',
    async (payment_method) => {
      const { methods } = await till.server.db
        .selectFrom('branches')
        .select('payment_methods as methods')
        .executeTakeFirstOrThrow()
      await till.server.db
        .updateTable('branches')
        .set({ payment_methods: [...methods, 'card'] })
        .execute()
      const paid = { payment_method, reference_number: `${payment_method}-over` }
      for (const received_money of [1500.01, 2000])
        expect(await till.error(till.order([till.peel()], { ...paid, received_money }))).toMatchObject({
          status: 422,
          errors: { received_money: [saleMessages.changeFromCashOnly] },
        })
      const free = { ...paid, received_money: 500, is_discounted: 'yes', discount: 1500 } as const
      expect(await till.error(till.order([till.peel()], free))).toMatchObject({
        errors: { received_money: [saleMessages.changeFromCashOnly] },
      })
      await till.server.db.updateTable('branches').set({ payment_methods: methods }).execute()
      expect(await till.send(till.order([till.peel()], { received_money: 2000 }))).toMatchObject({
        exchange_money: 500,
      })
    },
  )

  test.each(['gcash', 'maya', 'bank_transfer'] as const)('by %s needs a reference number', async (payment_method) => {
    for (const reference_number of [undefined, null, '  ', ' - '])
      expect(await till.error(till.order([till.peel()], { payment_method, reference_number }))).toMatchObject({
        status: 422,
        message: saleMessages.referenceRequired,
      })
    const reference_number = `${payment_method}-1`
    const sale = await till.send(till.order([till.peel()], { payment_method, reference_number }))
    expect(sale).toMatchObject({ payment_method, reference_number })
  })

  test('with a reference number that was already used is rejected, and the message names the receipt that has the number', async () => {
    const paid = { payment_method: 'gcash', reference_number: 'GC-8812 0394' } as const
    const first = await till.send(till.order([till.peel()], paid))
    const sentence = saleMessages.referenceUsed(first.document_name)
    for (const reference_number of ['gc88120394', 'GC.8812.0394', 'GC-8812\u200b0394', 'gc_8812/0394.'])
      expect(await till.error(till.order([till.glow()], { ...paid, reference_number }))).toMatchObject({
        status: 409,
        message: sentence,
        errors: { reference_number: [sentence] },
      })
  })

  test('may have a reference number that was used with another method', async () => {
    const reference_number = 'SAME-1'
    await till.send(till.order([till.peel()], { payment_method: 'gcash', reference_number }))
    const sale = await till.send(till.order([till.peel()], { payment_method: 'maya', reference_number }))
    expect(sale.reference_number).toBe(reference_number)
  })

  test('by cash has no reference number', async () => {
    expect((await till.send(till.order([till.peel()], { reference_number: 'X1' }))).reference_number).toBeNull()
  })

  test('with an unknown method is rejected', async () => {
    const body = { ...till.order([till.peel()]), payment_method: 'cheque' as 'cash' }
    expect(await till.error(body)).toMatchObject({ status: 422, message: saleMessages.methodRequired })
  })
})
