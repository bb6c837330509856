import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { openInvoicer, type Invoicer } from '#server/sales/invoice-fixture.ts'
import { orderOf, type OrderLine } from '#server/sales/till-fixture.ts'
import { failEachStatement } from '#server/test/fail-statements.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { openCashClinic, pesos, type CashClinic } from './cash-fixture.ts'
import { cashContract } from '#shared/cash/contract.ts'

let clinic: CashClinic
let invoicer: Invoicer
beforeEach(async () => {
  clinic = await openCashClinic({ poolSize: 12 })
  invoicer = await openInvoicer(clinic.server, { opensShifts: false })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await clinic.server.close()
})

/** Fails each statement of a call in turn and expects that nothing changed. Returns the number of statements. */
const failEach = (work: () => Promise<unknown>) => failEachStatement(clinic.server.db, work)
const booksAddUp = async () => {
  expect((await clinic.recount()).findings).toEqual([])
  expect(await checkBooks(clinic.server.db)).toMatchObject(balanced)
}

const VAT = { isVatRegistered: true, chargesExcise: false }
const senior = { kind: 'senior', id_number: 'QC-0148', name: 'Lola Iñez', birth_date: '1950-01-01' } as const

/**
 * An invoice for a new client with a Senior Citizen card, discounts on a line and on the order, a buyer and two
 * payments.
 */
function fullOrder(reference: string) {
  const { peel, glow, light, client } = clinic.till
  const lines: OrderLine[] = [
    peel({ senior_pwd: true }),
    glow({ discount: 250.5, discount_reason: 'Promo', addOns: [light(2)] }),
  ]
  const order = orderOf(client, lines, { is_discounted: 'yes', discount: 100, discount_reason: 'Staff' }, VAT)
  return {
    ...order,
    user_id: null,
    customer_name: 'Somebody New',
    senior_pwd_card: senior,
    buyer: { name: 'Peña & Sons', address: 'Cebu', tin: '321-654-987-00001' },
    payments: [
      { method: 'cash' as const, amount: 3000, received: 3000, reference_number: null },
      {
        method: 'gcash' as const,
        amount: order.total_after_discount - 3000,
        received: order.total_after_discount - 3000,
        reference_number: reference,
      },
    ],
  }
}

async function sellInvoices() {
  await clinic.asAdmin(cashManagementContract.updateTerminal, {
    params: { id: clinic.terminal.id },
    body: { name: 'Front desk', is_active: true, machine_number: 'MIN-1', serial_number: 'SN-1' },
  })
  await invoicer.setUp({ mode: 'invoice_vat' })
  await clinic.server.db
    .updateTable('services')
    .set({ senior_pwd_eligible: true })
    .where('id', '=', clinic.till.catalogue.serviceId)
    .execute()
}

const refund = (sale: Sale, total: number) =>
  clinic.asAdmin(
    refundContract.refund,
    {
      params: { id: sale.id },
      body: {
        lines: [{ position: 2, quantity: 1 }],
        total,
        method: 'gcash',
        reference_number: 'BACK-1',
        reason: 'Allergic reaction',
      },
    },
    { idempotencyKey: randomUUID() },
  )

test('if any statement fails while an invoice with a discount card, discounts and two payments is issued, voided or refunded, nothing changes', async () => {
  await sellInvoices()
  const shift = await clinic.open(1000)
  const asked: Record<string, number> = {}
  let sale: Sale | undefined
  asked.sell = await failEach(async () => {
    sale = await clinic.till.send(fullOrder('GC-1'))
  })
  const voided = await clinic.till.send(fullOrder('GC-2'))
  asked.void = await failEach(() => clinic.voidSale(voided))
  await booksAddUp()
  await clinic.close(shift.id, 4000, 'seen')
  await clinic.closeDay()
  clinic.at('2026-11-22T09:00:00+08:00')
  await clinic.open(1000)
  const { data } = await clinic.asAdmin(refundContract.refundable, { params: { id: sale!.id } })
  const line = data.lines.find(({ position }) => position === 2)!
  const back = Math.round(line.price * 100 - line.discount_left * 100 - line.order_discount_left * 100) / 100
  asked.refund = await failEach(() => refund(sale!, back))
  for (const statements of Object.values(asked)) expect(statements).toBeGreaterThan(5)
  await booksAddUp()
})

test('if any statement fails while a sale with a handwritten invoice is recorded, gets its number or its shift is closed, nothing changes', async () => {
  await invoicer.setUp({ mode: 'booklet', is_vat_registered: false })
  const shift = await clinic.open(1000)
  const asked: Record<string, number> = {}
  asked.sell = await failEach(() =>
    clinic.till.send(clinic.till.order([clinic.till.peel()], { booklet_number: 'A-0001' })),
  )
  const sale = await clinic.till.send(clinic.till.order([clinic.till.peel()]))
  const enter = (number: string) =>
    clinic.asCashier(salesContract.enterBookletNumber, { params: { id: sale.id }, body: { booklet_number: number } })
  asked.number = await failEach(() => enter('A-0002'))
  asked.correction = await failEach(() => enter('A-0003'))
  const close = (amount: number, reason: string | null) =>
    clinic.asCashier(cashContract.closeShift, { params: { id: shift.id }, body: { count: pesos(amount), reason } })
  // Closing without a reason stores the count and leaves the shift open; closing with a reason closes it.
  asked.count = await failEach(() => close(3000, null))
  asked.close = await failEach(() => close(3000, 'one note was missing'))
  asked.closeDay = await failEach(() => clinic.closeDay())
  for (const statements of Object.values(asked)) expect(statements).toBeGreaterThan(3)
  await booksAddUp()
})

test('two terminals used and closed at once have separate totals, and their document numbers have no gap', async () => {
  const back = (
    await clinic.asAdmin(cashManagementContract.createTerminal, { body: { name: 'Back desk', is_active: true } })
  ).data
  const [front, other] = [await clinic.open(0), await clinic.open(0, back.id)]
  const sell = (terminal_id: string) => clinic.till.send(clinic.till.order([clinic.till.peel()], { terminal_id }))
  const sales = await Promise.all(
    Array.from({ length: 12 }, (_, n) => sell(n % 3 === 0 ? back.id : clinic.terminal.id)),
  )
  expect(sales.map(({ receipt_number }) => receipt_number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 12 }, (_, n) => n + 1),
  )
  await Promise.all([clinic.voidSale(sales[0]!), clinic.voidSale(sales[1]!), sell(back.id)])
  const [first, second] = await Promise.all([clinic.close(front.id, 10_500), clinic.close(other.id, 6000)])
  expect([first, second]).toMatchObject([
    { state: 'closed', expected: 10_500 },
    { state: 'closed', expected: 6000 },
  ])
  const readings = await Promise.all([clinic.closeDay(), clinic.closeDay('2026-11-21', back.id)])
  expect(readings).toMatchObject([
    { number: 1, gross: 12_000, voids: { count: 1 }, net: 10_500, grand_total: 12_000 },
    { number: 1, gross: 7500, voids: { count: 1 }, net: 6000, grand_total: 7500 },
  ])
  await booksAddUp()
})
