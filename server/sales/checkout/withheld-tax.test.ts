import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openInvoiceCashClinic } from '#server/cash/cash-fixture.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { errorOf, type Till } from '#server/sales/till-fixture.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { readingText } from '#shared/cash/reading-text.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reports, type ReportName } from '#shared/reports/reports.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { methodMessages, paymentSettingsMessages, saleMessages as s } from '#shared/sales/messages.ts'
import { USUAL_METHODS, type PaymentMethod } from '#shared/sales/payment.ts'
import { receiptMessages } from '#shared/sales/paper/messages.ts'
import { receiptText } from '#shared/sales/receipt.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'

type Opened = Awaited<ReturnType<typeof openInvoiceCashClinic>>
let clinic: Opened['clinic']
let invoicer: Opened['invoicer']
let till: Till
let shift: { id: string }
beforeAll(async () => {
  ;({ clinic, invoicer } = await openInvoiceCashClinic())
  till = clinic.till
  await invoicer.setUp({ mode: 'invoice_vat' })
  await accept([...USUAL_METHODS, 'withheld'])
  shift = await clinic.open(2000)
})
afterAll(() => clinic.server.close())

const accept = async (methods: PaymentMethod[]) =>
  (await clinic.asAdmin(paymentSettingsContract.save, { body: { methods, discount_limit: null } })).data

type Payments = NonNullable<CheckoutBody['payments']>
const buyer = { name: 'Perlas Trading', address: '12 Mabini', tin: '123-456-789-00000' }
const withheld = (amount: number, reference_number: string | null = 'wc158 q4 2026') => ({
  method: 'withheld' as const,
  amount,
  reference_number,
})
const cash = (amount: number, received = amount) => ({ method: 'cash' as const, amount, received })

/** Peels of ₱1,500 for a business buyer, paid with these payments. */
const order = (payments: Payments, more: Parameters<Till['order']>[1] = {}) => {
  const received_money = payments.reduce((sum, { amount, received }) => sum + (received ?? amount), 0)
  return till.order([till.peel()], { payments, received_money, buyer, ...more })
}
const sell = (tax: number) => till.send(order([withheld(tax), cash(1500 - tax)]))
const paymentsOf = async (id: string) =>
  (
    await clinic.server.db
      .selectFrom('payments')
      .select(['method', 'amount_centavos', 'reference_number'])
      .where('document_id', '=', id)
      .orderBy('position')
      .execute()
  ).map(({ method, amount_centavos, reference_number }) => [method, amount_centavos, reference_number])

test('tax that a buyer withholds is a payment of the invoice, but not cash in the drawer, and the reading shows it separately', async () => {
  const before = await clinic.x(shift.id)
  const sale = await till.send(order([withheld(26.79), cash(1473.21, 1500)]))
  expect(sale).toMatchObject({ payment_method: 'cash', total_after_discount: 1500, exchange_money: 26.79 })
  expect(sale.payments[0]).toMatchObject({ method: 'withheld', amount: 26.79, reference_number: 'WC158 Q4 2026' })
  const x = await clinic.x(shift.id)
  expect(x.cash.cash_sales! - before.cash.cash_sales!).toBeCloseTo(1473.21)
  expect(x.net! - before.net!).toBeCloseTo(1500)
  expect(x.methods.find(({ method }) => method === 'withheld')).toMatchObject({ count: 1, amount: 26.79 })
  const { parts = [] } = readingText(x, null)
  expect(parts.find(({ heading }) => heading === 'Tax withheld (not received)')!.pairs).toEqual([
    { label: expect.stringContaining(methodMessages.methods.withheld) as string, value: '₱26.79' },
  ])
  expect(await checkBooks(clinic.server.db)).toMatchObject(balanced)
})

test('an invoice prints the withheld tax with code and quarter, and the amount that is due in money', async () => {
  const { id } = await till.send(order([withheld(26.79), cash(1473.21, 1500)]))
  const receipt = (await clinic.asCashier(salesContract.receipt, { params: { id } })).data
  const lines = receiptText(receipt, null).sums.map(({ label, value }) => `${label}: ${value}`)
  expect(lines.slice(-7)).toEqual([
    `${receiptMessages.total}: ₱1,500.00`,
    `${receiptMessages.withheld}: −₱26.79`,
    `${receiptMessages.withheldReference}: WC158 Q4 2026`,
    `${receiptMessages.due}: ₱1,473.21`,
    `${receiptMessages.method}: Cash`,
    `${receiptMessages.received}: ₱1,500.00`,
    `${receiptMessages.change}: ₱26.79`,
  ])
})

describe('tax on Form 2307 is refused', () => {
  const refusalOf = async (sent: CheckoutBody) => (await errorOf(till.send(sent))).errors
  test('without a buyer with a TIN', async () => {
    for (const one of [null, { ...buyer, tin: '' }])
      expect(await refusalOf(order([cash(1470), withheld(30)], { buyer: one }))).toEqual({
        'payments.1.method': [s.withheldNeedsBuyer],
      })
  })
  test('above a fifth of the total, and as the only payment', async () => {
    expect(await refusalOf(order([withheld(300.01), cash(1199.99)]))).toEqual({
      'payments.0.amount': [s.withheldTooHigh],
    })
    expect(
      await refusalOf(
        till.order([till.peel()], { payment_method: 'withheld', reference_number: 'WC158 Q4 2026', buyer }),
      ),
    ).toEqual({ payment_method: [s.withheldBesideMoney] })
  })
  test('if the tax code and quarter of the form are missing, or if a second payment has the same code and quarter', async () => {
    for (const typed of [null, 'WC158', '8123456'])
      expect(await refusalOf(order([withheld(30, typed), cash(1470)]))).toEqual({
        'payments.0.reference_number': [s.withheldReference],
      })
    expect(await refusalOf(order([withheld(30), withheld(20, 'WC158 Q4 2026'), cash(1450)]))).toEqual({
      'payments.1.reference_number': [s.referenceTwice],
    })
  })
  test('while Form 2307 is switched off in the settings; the settings do not accept it as the only payment method', async () => {
    await accept([...USUAL_METHODS])
    expect(await refusalOf(order([withheld(30), cash(1470)]))).toEqual({
      'payments.0.method': [s.methodOff(methodMessages.methods.withheld)],
    })
    expect((await errorOf(accept(['withheld']))).errors).toEqual({ methods: [paymentSettingsMessages.methodRequired] })
    await accept([...USUAL_METHODS, 'withheld'])
  })
  test('by the database for a sale without a TIN, and above a fifth of the total', async () => {
    const owner = new pg.Client({ connectionString: clinic.server.database.ownerUrl })
    await owner.connect()
    const add = async (document_id: string, amount: number) => {
      // Disables the trigger that refuses every payment of an existing document, so that the constraint on withheld tax
      // is what refuses it.
      await owner.query('begin; alter table payments disable trigger payments__before_document')
      await owner.query(
        `insert into payments (document_id, position, method, amount_centavos, received_centavos, change_centavos,
          reference_number, reference_turn) values ($1, 9, 'withheld', $2, $2, 0, 'WC158 Q4 2026', 0)`,
        [document_id, amount],
      )
      const error = await owner.query('commit').catch((refused: unknown) => refused)
      return error as pg.DatabaseError
    }
    expect((await add((await clinic.peel()).id, 100)).constraint).toBe('payments__withheld_of_buyer')
    expect((await add((await sell(30)).id, 27_001)).constraint).toBe('payments__withheld_within')
    await owner.end()
  })
})

test('a void of a sale with withheld tax pays back only the cash part, and reverses the tax without money', async () => {
  const sale = await sell(30)
  const before = (await clinic.x(shift.id)).cash.cash_back!
  const back = await clinic.voidSale(sale)
  expect(await paymentsOf(back.id)).toEqual([
    ['withheld', -3_000, 'WC158 Q4 2026'],
    ['cash', -147_000, null],
  ])
  expect((await clinic.x(shift.id)).cash.cash_back! - before).toBe(1470)
  const receipt = (await clinic.asCashier(salesContract.receipt, { params: { id: back.id } })).data
  expect(receiptText(receipt, null).sums.at(-1)).toEqual({ label: receiptMessages.givenBack, value: '₱1,470.00' })
})

async function read(report: ReportName) {
  const { data } = await clinic.asAdmin(reportsContract.read, {
    params: { report },
    querystring: { from: '2026-11-01', to: '2026-11-30' },
  })
  const { columns } = reports[report]
  return data.rows.map((row) => Object.fromEntries(columns.map(({ key }, index) => [key, row[index]])))
}

test('withheld tax is shown separately in the reports of taxes by month, sales by method, payments by reference and in the journal', async () => {
  const rows = await clinic.server.db.selectFrom('payments').selectAll().where('method', '=', 'withheld').execute()
  const sum = rows.reduce((all, row) => all + row.amount_centavos, 0) / 100
  expect(sum).toBeGreaterThan(0)
  expect((await read('tax-by-month')).map((row) => row['withheld'])).toEqual([sum])
  expect((await read('sales-by-method')).find(({ method }) => method === 'Form 2307')).toMatchObject({ net: sum })
  const listed = (await read('payments-by-reference')).filter(({ method }) => method === 'Form 2307')
  expect(listed.map((row) => [row['reference'], row['buyer']])).toEqual(rows.map(() => ['WC158 Q4 2026', buyer.name]))
  expect((await read('sales-journal')).map(({ paid }) => paid)).toContain(
    'Form 2307 ₱26.79 (WC158 Q4 2026), Cash ₱1,473.21',
  )
})

test('refunds reverse their share of the withheld tax without money, to the centavo', async () => {
  const lines = [till.peel({ quantity: 3 })]
  const sale = await till.send(till.order(lines, { payments: [cash(4420), withheld(80)], received_money: 4500, buyer }))
  await clinic.close(shift.id, (await clinic.x(shift.id)).shifts[0]!.expected!)
  await clinic.closeDay()
  clinic.at('2026-11-22T10:00:00+08:00')
  const next = await clinic.open(6000)
  const left = async () => (await clinic.asAdmin(refundContract.refundable, { params: { id: sale.id } })).data
  expect(await left()).toMatchObject({ left: 4500, withheld_left: 80 })
  const refund = async (quantity: number) =>
    (
      await clinic.asAdmin(
        refundContract.refund,
        {
          params: { id: sale.id },
          body: {
            lines: [{ position: 1, quantity }],
            total: quantity * 1500,
            method: 'cash',
            reason: 'Allergic reaction',
          },
        },
        { idempotencyKey: crypto.randomUUID() },
      )
    ).data
  expect(await paymentsOf((await refund(1)).id)).toEqual([
    ['cash', -147_333, null],
    ['withheld', -2_667, 'WC158 Q4 2026'],
  ])
  expect(await left()).toMatchObject({ left: 3000, withheld_left: 53.33 })
  const last = await refund(2)
  expect(await paymentsOf(last.id)).toEqual([
    ['cash', -294_667, null],
    ['withheld', -5_333, 'WC158 Q4 2026'],
  ])
  expect(last.payment_method).toBe('cash')
  expect((await lastLogEntry(clinic.server.db)).action).toMatch(/₱3,000\.00 .*, Cash except ₱53\.33 of withheld tax/)
  expect((await clinic.asAdmin(refundContract.refundable, { params: { id: last.id } })).data.withheld_left).toBe(0)
  expect((await clinic.x(next.id)).cash.cash_back).toBe(4420)
  expect(await checkBooks(clinic.server.db)).toMatchObject(balanced)
})

test('a buyer can withhold tax from a handwritten invoice, and not from an acknowledgement receipt', async () => {
  const { clinic: other, invoicer: owner } = await openInvoiceCashClinic()
  onTestFinished(() => other.server.close())
  await other.asAdmin(paymentSettingsContract.save, {
    body: { methods: [...USUAL_METHODS, 'withheld'], discount_limit: null },
  })
  const send = async () => {
    const payments = [withheld(30), cash(1470)]
    return other.till.send(other.till.order([other.till.peel()], { payments, received_money: 1500, buyer }))
  }
  const opened = await other.open(2000)
  expect((await errorOf(send())).errors).toEqual({ 'payments.0.method': [s.withheldNeedsInvoice] })
  await other.close(opened.id, 2000)
  await owner.setUp({ mode: 'booklet' })
  const { id } = await other.open(2000)
  const sale = await send()
  expect(sale).toMatchObject({ mode: 'booklet', payment_method: 'cash' })
  const x = await other.x(id)
  expect([x.cash.cash_sales, x.methods.find(({ method }) => method === 'withheld')?.amount]).toEqual([1470, 30])
  const { data } = await other.asAdmin(salesContract.one, { params: { id: sale.id } })
  expect(data.terminal_id).toBe(other.terminal.id)
  expect(await checkBooks(other.server.db)).toMatchObject(balanced)
})
