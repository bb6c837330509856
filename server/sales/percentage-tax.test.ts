import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openInvoicer, type Invoicer } from '#server/sales/invoice-fixture.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { readingText } from '#shared/cash/reading-text.ts'
import { isInvoiceMode, type ClinicMode } from '#shared/clinic/documents.ts'
import type { TaxClass } from '#shared/lib/taxes.ts'
import { booksContract } from '#shared/reports/books-contract.ts'
import { booksMessages } from '#shared/reports/books-messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { receiptText } from '#shared/sales/receipt.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'

const TODAY = '2026-11-21'
let till: Till
let clinic: Invoicer
let terminal_id: string
beforeEach(async () => {
  await till?.server.close()
  till = await openTill({ now: new Date(`${TODAY}T09:00:00+08:00`) })
  clinic = await openInvoicer(till.server)
  terminal_id = (await clinic.addTerminal('Front desk')).id
  await clinic.setUp({ mode: 'invoice_non_vat', is_vat_registered: false })
  await setClass(till.catalogue.otherServiceId, 'exempt')
})
afterAll(() => till.server.close())

const setClass = (id: string, tax_class: TaxClass) =>
  clinic.asOwner(catalogueContract.changeTax, {
    params: { id },
    body: { tax_class, senior_pwd_eligible: false, is_excise: false },
  })
/** Sells a VATable service with an add-on, and an exempt service, with a discount of ₱435.05 on the order. */
const sellMixed = (booklet_number: string | null = null) =>
  till.send(
    till.order([till.peel({ addOns: [till.light()] }), till.glow()], {
      terminal_id,
      booklet_number,
      is_discounted: 'yes',
      discount: 435.05,
      discount_reason: 'Promo',
    }),
  )
const taxesOf = async (id: string) => {
  const { data } = await clinic.asOwner(salesContract.receipt, { params: { id } })
  return receiptText(data, null).parts!.flatMap(({ pairs }) => pairs.map(({ label, value }) => `${label} ${value}`))
}
const forgetClasses = () =>
  executeWithoutTriggers(till.server.database, 'document_lines', 'update document_lines set catalogue_tax_class = null')
const voidSale = async (id: string) =>
  (await clinic.asOwner(salesContract.voidSale, { params: { id }, body: { reason: 'Rung up twice' } })).data
const checkBooks = async () => (await clinic.asOwner(booksContract.checkBooks, {})).data.findings

async function closeDay(business_date = TODAY) {
  const { shifts } = (await clinic.asOwner(cashManagementContract.openShifts, {})).data
  for (const { id, expected } of shifts)
    await clinic.asOwner(cashContract.closeShift, { params: { id }, body: { count: { notes: {}, coins: expected } } })
  return (await clinic.asOwner(cashContract.closeDay, { body: { terminal_id, business_date } })).data
}

// The order's discount is a tenth of ₱4,350.50. The taxable sales are ₱1,850.00 less ₱185.00.
const mixed = ['Sales subject to percentage tax ₱1,665.00', 'Exempt sales ₱2,250.45']

test('an invoice without VAT shows its sales subject to percentage tax and its exempt sales, also after the tax class of a service has changed', async () => {
  const sale = await sellMixed()
  expect(await taxesOf(sale.id)).toEqual(mixed)
  await setClass(till.catalogue.otherServiceId, 'vatable')
  await setClass(till.catalogue.serviceId, 'exempt')
  expect(await taxesOf(sale.id)).toEqual(mixed)
  expect(await taxesOf((await sellMixed()).id)).toEqual([
    'Sales subject to percentage tax ₱2,250.45',
    'Exempt sales ₱1,665.00',
  ])
})

test('the void and the refund of an invoice without VAT have the tax classes of the sold lines', async () => {
  const [refunded, voided] = [await sellMixed(), await sellMixed()]
  await setClass(till.catalogue.otherServiceId, 'vatable')
  await setClass(till.catalogue.serviceId, 'exempt')
  const back = await voidSale(voided.id)
  expect(await taxesOf(back.id)).toEqual(mixed.map((line) => line.replace('₱', '−₱')))
  await closeDay()
  till.server.clock.now = new Date('2026-11-22T09:00:00+08:00')
  await clinic.openShifts()
  const { data } = await clinic.asOwner(
    refundContract.refund,
    {
      params: { id: refunded.id },
      body: {
        // The add-on and the exempt service; the line of the VATable service stays sold.
        lines: [2, 3].map((position) => ({ position, quantity: 1 })),
        total: 2565.45,
        method: 'cash',
        reason: 'Allergy',
        terminal_id,
      },
    },
    { idempotencyKey: randomUUID() },
  )
  expect(await taxesOf(data.id)).toEqual(['Sales subject to percentage tax −₱315.00', 'Exempt sales −₱2,250.45'])
  expect(await checkBooks()).toEqual([])
  await executeWithoutTriggers(
    till.server.database,
    'document_lines',
    `update document_lines set catalogue_tax_class = 'exempt' where document_id = '${back.id}'`,
  )
  expect(await checkBooks()).toContain(booksMessages.counterOff(back.document_name))
})

test('an invoice whose lines an earlier version of the app stored without a tax class is printed as before, with all sales exempt', async () => {
  const sale = await sellMixed()
  await forgetClasses()
  expect(await taxesOf(sale.id)).toEqual(['VAT-exempt sales ₱3,915.45'])
})

test('an order slip of a clinic without VAT shows the taxable and exempt sales for the handwritten invoice; a VAT invoice or receipt does not', async () => {
  let booklet = 0
  const sellAs = async (mode: ClinicMode, is_vat_registered = false, charges_excise = false) => {
    await clinic.closeShifts()
    await clinic.setUp({ mode, is_vat_registered, charges_excise })
    if (!isInvoiceMode(mode)) await clinic.openShifts()
    return taxesOf((await sellMixed(mode === 'booklet' ? `A-000${++booklet}` : null)).id)
  }
  expect(await sellAs('booklet')).toEqual(mixed)
  expect(await sellAs('booklet', false, true)).toEqual(mixed)
  expect(await sellAs('acknowledgement')).toEqual([])
  expect(await sellAs('invoice_vat', true)).toEqual([
    'VATable sales ₱1,486.61',
    'VAT amount ₱178.39',
    'VAT-exempt sales ₱2,250.45',
    'Zero-rated sales ₱0.00',
  ])
})

test('the invoice for sales slips shows the sales of all its slips subject to percentage tax, and the exempt ones', async () => {
  await clinic.setUp({ mode: 'invoice_non_vat', is_vat_registered: false, covers_small_sales: true })
  const slip = (line: Parameters<Till['order']>[0][number], amount: number) =>
    till.send(till.order([{ ...line, discount: line.price - amount, discount_reason: 'Promo' }], { terminal_id }))
  await slip(till.peel(), 300)
  const shown = await slip(till.glow(), 450.5)
  expect(shown.mode).toBe('small_sale')
  expect(await taxesOf(shown.id)).toEqual([])
  await voidSale((await slip(till.peel(), 200)).id)
  const { small_sales } = await closeDay()
  await setClass(till.catalogue.otherServiceId, 'vatable')
  const cover = small_sales!.cover!.id
  expect(await taxesOf(cover)).toEqual(['Sales subject to percentage tax ₱300.00', 'Exempt sales ₱450.50'])
  await forgetClasses()
  expect(await taxesOf(cover)).toEqual(['VAT-exempt sales ₱750.50'])
})

test('readings divide the sales on invoices without VAT into taxable and exempt, a later change of tax classes does not affect them, and the check of the books compares them', async () => {
  await sellMixed()
  await voidSale((await sellMixed()).id)
  const { shifts } = (await clinic.asOwner(cashManagementContract.openShifts, {})).data
  const asShown = { taxable: 1665, exempt: 2250.45 }
  const x = await clinic.asOwner(cashContract.xReading, { params: { id: shifts[0]!.id } })
  expect(x.data.percentage_tax).toEqual(asShown)
  const blind = await till.server.as(till.cashier.token)(cashContract.xReading, { params: { id: shifts[0]!.id } })
  expect(blind.data.percentage_tax).toBeUndefined()
  const z = await closeDay()
  await setClass(till.catalogue.otherServiceId, 'vatable')
  const stored = (await clinic.asOwner(cashContract.zReading, { params: { id: z.id } })).data
  expect(stored.percentage_tax).toEqual(asShown)
  const part = readingText(stored, null).parts!.find(({ heading }) => heading === 'Sales without VAT')
  expect(part!.pairs.map(({ label, value }) => `${label} ${value}`)).toEqual(mixed)
  expect(await checkBooks()).toEqual([])
  await executeWithoutTriggers(
    till.server.database,
    'document_lines',
    `update document_lines set catalogue_tax_class = 'vatable'`,
  )
  expect(await checkBooks()).toEqual([cashMessages.figuresOff(cashMessages.readingName(1, 'Front desk'))])
})

test('if a sale was stored without tax classes by an earlier version, a reading shows its refund as neither taxable nor exempt', async () => {
  const old = await sellMixed()
  await forgetClasses()
  expect((await closeDay()).percentage_tax).toBeUndefined()
  till.server.clock.now = new Date('2026-11-22T09:00:00+08:00')
  await clinic.openShifts()
  await sellMixed()
  await clinic.asOwner(
    refundContract.refund,
    {
      params: { id: old.id },
      body: { lines: [{ position: 3, quantity: 1 }], total: 2250.45, method: 'cash', reason: 'Allergy', terminal_id },
    },
    { idempotencyKey: randomUUID() },
  )
  const z = await closeDay('2026-11-22')
  expect(z.percentage_tax).toEqual({ taxable: 1665, exempt: 2250.45, undivided: -2250.45 })
  const part = readingText(z, null).parts!.find(({ heading }) => heading === 'Sales without VAT')
  expect(part!.pairs.map(({ label, value }) => `${label} ${value}`)).toEqual([
    ...mixed,
    'Sold before the update, not divided −₱2,250.45',
  ])
  expect(await checkBooks()).toEqual([])
})
