import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCashClinic, type CashClinic } from '#server/cash/cash-fixture.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { withinSentence } from '#shared/clinic/document-name.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleMessages as s, paymentSettingsMessages } from '#shared/sales/messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { errorOf, type Till } from '#server/sales/till-fixture.ts'

let clinic: CashClinic
let till: Till
beforeAll(async () => {
  clinic = await openCashClinic()
  till = clinic.till
  await takeCards(true)
})
afterAll(() => till.server.close())

type Payments = NonNullable<CheckoutBody['payments']>

const settings = async () => (await clinic.asCashier(paymentSettingsContract.read, {})).data
const takeCards = async (isOn: boolean) => {
  const { methods } = await settings()
  const others = methods.filter((method) => method !== 'card')
  const body = { methods: isOn ? [...others, 'card' as const] : others, discount_limit: null }
  return (await clinic.asAdmin(paymentSettingsContract.save, { body })).data
}

/** A peel of ₱1,500 paid with these payments; the received amount is their sum. */
const split = (payments: Payments, more: Parameters<Till['order']>[1] = {}) => {
  const received_money = payments.reduce((sum, { amount, received }) => sum + (received ?? amount), 0)
  return till.order([till.peel()], { payments, received_money, ...more })
}
const gcash = (amount: number, reference_number: string | null) => ({
  method: 'gcash' as const,
  amount,
  reference_number,
})
const cash = (amount: number, received = amount) => ({ method: 'cash' as const, amount, received })

describe('several payments on one sale', () => {
  test('are recorded with amount and reference, and only cash gives change', async () => {
    const shift = await clinic.open(2000)
    const sale = await till.send(
      split([gcash(500.5, 'SP-1'), { method: 'card', amount: 300, reference_number: '000123' }, cash(699.5, 1000)]),
    )
    expect(sale).toMatchObject({
      total_after_discount: 1500,
      received_money: 1800.5,
      exchange_money: 300.5,
      payment_method: 'gcash',
      reference_number: 'SP-1',
      payments: [
        { method: 'gcash', amount: 500.5, received: 500.5, change: 0, reference_number: 'SP-1' },
        { method: 'card', amount: 300, received: 300, change: 0, reference_number: '000123' },
        { method: 'cash', amount: 699.5, received: 1000, change: 300.5, reference_number: null },
      ],
    })
    expect((await clinic.asCashier(salesContract.receipt, { params: { id: sale.id } })).data.payments).toEqual(
      sale.payments,
    )
    expect((await lastLogEntry(till.server.db)).action).toBe(
      `Recorded ${withinSentence(sale.document_name)}: ₱1,500.00, GCash + Card + Cash`,
    )
    const reading = await clinic.x(shift.id)
    expect(reading.cash).toMatchObject({ cash_sales: 699.5 })
    expect(reading.methods).toEqual([
      { method: 'card', count: 1, amount: 300 },
      { method: 'cash', count: 1, amount: 699.5 },
      { method: 'gcash', count: 1, amount: 500.5 },
    ])
    const querystring = { page: 1, per_page: 12, search: '' }
    // While the shift is open, only people who manage cash get the sums by method.
    const { summary } = await clinic.asAdmin(salesContract.list, { querystring })
    expect(summary).toMatchObject({ total_revenue: 1500, transaction_count: 1 })
    expect(summary.methods.map(({ payment_method, total }) => [payment_method, total])).toEqual([
      ['cash', 699.5],
      ['gcash', 500.5],
      ['card', 300],
    ])
    const mine = await till.server.as(till.client.token)(salesContract.mine, { querystring: { page: 1, per_page: 5 } })
    expect(mine.data[0]).toMatchObject({ payment_method: 'gcash', payment_methods: ['gcash', 'card', 'cash'] })
    const counter = await clinic.voidSale(sale)
    expect(counter.payments.map(({ amount, change }) => [amount, change])).toEqual([
      [-500.5, 0],
      [-300, 0],
      [-699.5, 0],
    ])
    expect((await clinic.x(shift.id)).shifts[0]).toMatchObject({ cash_sales: 699.5, cash_back: 699.5, float: 2000 })
    expect(await checkBooks(till.server.db)).toMatchObject(balanced)
  })

  test.each<[string, Payments, string, string]>([
    ['that are less than the total', [gcash(500, 'L-1'), cash(999.99)], 'payments', s.paymentsDiffer],
    ['that are more than the total', [gcash(501, 'M-1'), cash(1000)], 'payments', s.paymentsDiffer],
    ['of which one is zero', [gcash(0, 'Z-1'), cash(1500)], 'payments.0.amount', s.partTooLow],
    ['with less cash received than paid', [gcash(500, 'G-1'), cash(1000, 900)], 'payments.1.amount', s.partTooLow],
    ['without a reference number', [cash(500), gcash(1000, ' - ')], 'payments.1.reference_number', s.referenceRequired],
    [
      'with the same reference number twice',
      [gcash(500, 'TWICE 1'), gcash(1000, 'twice-1')],
      'payments.1.reference_number',
      s.referenceTwice,
    ],
    ['with cash twice', [cash(500), cash(1000)], 'payments.1.method', s.cashTwice],
  ])('%s are rejected at their field', async (_, payments, field, sentence) => {
    // The received amount is sufficient, so that only the list of payments is wrong.
    const body = { ...split(payments), received_money: 1500, exchange_money: 0 }
    expect(await till.error(body)).toMatchObject({ status: 422, errors: { [field]: [sentence] } })
  })

  test('are rejected if the received amount is not their sum, or if a payment other than cash gives change', async () => {
    const payments = [gcash(500, 'R-1'), cash(1000)]
    expect(await till.error(split(payments, { received_money: 2000 }))).toMatchObject({
      errors: { payments: [s.paymentsDiffer] },
    })
    const overpaid = [{ ...gcash(500, 'R-2'), received: 1000 }, cash(1000)]
    expect(await till.error(split(overpaid))).toMatchObject({
      errors: { 'payments.0.received': [s.changeFromCashOnly] },
    })
  })

  test('are all rejected when a reference number was already used; the error names the payment and the receipt that used it', async () => {
    const first = await till.send(split([gcash(500, 'USED-1'), gcash(1000, 'USED-2')]))
    const before = (await checkBooks(till.server.db)).sales
    const sentence = s.referenceUsed(first.document_name)
    const error = await till.error(split([cash(500), gcash(1000, 'used 2')]))
    expect(error).toMatchObject({ status: 409, errors: { 'payments.1.reference_number': [sentence] } })
    expect((await checkBooks(till.server.db)).sales).toBe(before)
  })

  test('may include a card payment with the same slip number as a card payment of another sale', async () => {
    const slip = { method: 'card' as const, amount: 500, reference_number: '777' }
    const sales = [await till.send(split([slip, cash(1000)])), await till.send(split([slip, cash(1000)]))]
    expect(sales.map(({ reference_number }) => reference_number)).toEqual(['777', '777'])
  })
})

describe('the payment methods of a clinic', () => {
  test('are the till’s four methods by default, and a payment with a method that is switched off is rejected', async () => {
    const { methods, version } = await takeCards(false)
    expect(methods).toEqual(['cash', 'gcash', 'maya', 'bank_transfer'])
    const off = s.methodOff('Card')
    const whole = till.order([till.peel()], { payment_method: 'card', reference_number: '1' })
    expect(await till.error(whole)).toMatchObject({ status: 422, errors: { payment_method: [off] } })
    const part = split([{ method: 'card', amount: 500, reference_number: '1' }, cash(1000)])
    expect(await till.error(part)).toMatchObject({ status: 422, errors: { 'payments.0.method': [off] } })
    const body = { methods: ['cash' as const], discount_limit: 12.5 }
    const saved = await clinic.asAdmin(
      paymentSettingsContract.save,
      { body },
      { headers: { 'if-match': String(version) } },
    )
    expect(saved.data).toMatchObject(body)
    expect((await lastLogEntry(till.server.db)).action).toBe(
      "Changed how the clinic is paid: methods from Cash, GCash, Maya, Bank to Cash, cashier's discount limit in percent from nothing to 12.5",
    )
    const stale = await errorOf(
      clinic.asAdmin(
        paymentSettingsContract.save,
        { body: { ...body, discount_limit: 5 } },
        { headers: { 'if-match': String(version) } },
      ),
    )
    expect(stale).toMatchObject({ status: 409, code: 'stale' })
  })

  test('cannot all be switched off; the discount limit that is saved with them must be a percentage', async () => {
    const refused = (body: object) =>
      errorOf(clinic.asAdmin(paymentSettingsContract.save, { body: body as { methods: []; discount_limit: null } }))
    expect(await refused({ methods: [], discount_limit: null })).toMatchObject({
      status: 422,
      errors: { methods: [paymentSettingsMessages.methodRequired] },
    })
    for (const discount_limit of [-1, 100.01, 10.001])
      expect(await refused({ methods: ['cash'], discount_limit })).toMatchObject({
        status: 422,
        errors: { discount_limit: [paymentSettingsMessages.limitInvalid] },
      })
  })
})
