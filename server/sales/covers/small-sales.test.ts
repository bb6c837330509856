import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { pesos } from '#server/cash/cash-fixture.ts'
import { recountShifts } from '#server/cash/recount.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { recountDocuments } from '#server/sales/books/recount.ts'
import { openInvoicer, type Invoicer } from '#server/sales/invoice-fixture.ts'
import { errorOf, openTill, type Till } from '#server/sales/till-fixture.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { readingText } from '#shared/cash/reading-text.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reports, type ColumnKey, type ReportName } from '#shared/reports/reports.ts'
import { reportMessages } from '#shared/reports/messages.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { paperMessages } from '#shared/sales/paper/messages.ts'
import { receiptText } from '#shared/sales/receipt.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'

const TODAY = '2026-11-21'
let till: Till
let clinic: Invoicer
type Terminal = { id: string; name: string }
let front: Terminal
let back: Terminal
beforeEach(async () => {
  await till?.server.close()
  till = await openTill({ now: new Date(`${TODAY}T09:00:00+08:00`) })
  clinic = await openInvoicer(till.server)
  front = await clinic.addTerminal('Front desk')
  back = await clinic.addTerminal('Back desk')
  await clinic.setUp({ mode: 'invoice_non_vat', is_vat_registered: false, covers_small_sales: true })
})
afterAll(() => till.server.close())

type Paid = Parameters<Till['order']>[1]

/** Sells a peel for an amount in pesos; the rest of its price is a discount. */
const order = (amount: number, paid: Paid = {}) =>
  till.order([till.peel({ discount: 1500 - amount, discount_reason: 'Promo' })], { terminal_id: front.id, ...paid })
const sell = (amount: number, paid: Paid = {}) => till.send(order(amount, paid))
const voidSale = async ({ id }: Pick<Sale, 'id'>) =>
  (await clinic.asOwner(salesContract.voidSale, { params: { id }, body: { reason: 'Rung up twice' } })).data
const receiptOf = async (id: string) => (await clinic.asOwner(salesContract.receipt, { params: { id } })).data
const saleOf = async ({ id }: Pick<Sale, 'id'>) => (await clinic.asOwner(salesContract.one, { params: { id } })).data

async function closeShift(terminal: Terminal) {
  const { shifts } = (await clinic.asOwner(cashManagementContract.openShifts, {})).data
  const shift = shifts.find(({ terminal_name }) => terminal_name === terminal.name)!
  await clinic.asOwner(cashContract.closeShift, {
    params: { id: shift.id },
    body: { count: { notes: {}, coins: shift.expected } },
  })
}
/** Closes the open shift of a terminal and then the day. */
async function closeDay(terminal: Terminal, business_date = TODAY) {
  await closeShift(terminal)
  return (await clinic.asOwner(cashContract.closeDay, { body: { terminal_id: terminal.id, business_date } })).data
}

const checkBooks = () =>
  inSnapshot(till.server.db, async (tx) => {
    const documents = await recountDocuments(tx, MAIN_BRANCH_ID)
    return [...documents.findings, ...(await recountShifts(tx, MAIN_BRANCH_ID, TODAY)).findings]
  })

async function report(name: ReportName, ...keys: ColumnKey[]) {
  const querystring = { from: TODAY, to: TODAY }
  const { data } = await clinic.asOwner(reportsContract.read, { params: { report: name }, querystring })
  const indexes = keys.map((key) => reports[name].columns.findIndex((column) => column.key === key))
  return { rows: data.rows.map((row) => indexes.map((index) => row[index])), totals: data.totals }
}

test('a sale below the limit for small sales gets a sales slip; an invoice is issued if the sale reaches the limit, has a buyer or a discount card, or an invoice is requested', async () => {
  const buyer = { name: 'Peña Trading', address: '', tin: '' }
  const senior_pwd_cards = [{ kind: 'pwd' as const, id_number: '13-7404-000-0000123', name: 'Bianca Peña' }]
  const sales = [
    await sell(499.99),
    await sell(500),
    await sell(300, { buyer }),
    await sell(300, { wants_invoice: true }),
  ]
  expect(sales.map(({ mode, receipt_number }) => [mode, receipt_number])).toEqual([
    ['small_sale', 1],
    ['invoice_non_vat', 1],
    ['invoice_non_vat', 2],
    ['invoice_non_vat', 3],
  ])
  expect(sales[0]!.document_name).toBe('Sales slip 000001 (Front desk)')
  await till.server.db.updateTable('services').set({ senior_pwd_eligible: true, price_centavos: 40_000 }).execute()
  const line = till.peel({ price: 400, senior_pwd: true })
  const underCard = till.order([line], { terminal_id: front.id, senior_pwd_cards })
  underCard.treatments[0]!.senior_pwd_pieces = [{ card: 0, quantity: 1 }]
  delete (underCard.treatments[0] as { senior_pwd?: boolean }).senior_pwd
  expect((await till.send(underCard)).mode).toBe('invoice_non_vat')
})

test('closing the day issues one invoice for the sales slips that were not voided, with the next number of the invoices', async () => {
  const slips = [await sell(300), await sell(250.5), await sell(450)]
  await sell(1500)
  await voidSale(slips[2]!)
  const before = (await clinic.asOwner(salesContract.dailySales, {})).data
  const reading = await closeDay(front)
  expect(reading.small_sales).toMatchObject({
    count: 2,
    amount: 550.5,
    limit: 500,
    cover: { number: 2, count: 2, amount: 550.5 },
  })
  const covers = await Promise.all(slips.map(saleOf))
  expect(covers.map(({ cover }) => cover?.document_name)).toEqual([
    'Non-VAT invoice 000002 (Front desk)',
    'Non-VAT invoice 000002 (Front desk)',
    undefined,
  ])
  // The invoice for sales slips adds nothing to the sums of sales, because these contain the slips.
  expect((await clinic.asOwner(salesContract.dailySales, {})).data).toEqual(before)
  expect([reading.net, reading.grand_total]).toEqual([2050.5, 6000])
  expect(await checkBooks()).toEqual([])
  const printed = readingText(reading, null).parts!.find(({ heading }) => heading === 'Small sales')
  expect(printed?.pairs).toEqual([
    { label: 'Sales slips (2)', value: '₱550.50' },
    { label: 'Covered by non-VAT invoice 000002', value: '₱550.50' },
    { label: 'for 2 slips', value: '' },
  ])
})

test('if the sales slips of a day add up to less than the limit, no invoice is issued, and the Z-reading and the report say that none is needed', async () => {
  await sell(499)
  const reading = await closeDay(front)
  expect(reading.small_sales).toEqual({ count: 1, amount: 499, limit: 500, cover: null })
  expect((await report('small-sales', 'terminal', 'slips', 'numbers', 'invoice', 'amount')).rows).toEqual([
    ['Front desk', 1, '000001', reportMessages.belowLimit('₱500.00'), 499],
  ])
  expect(readingText(reading, null).parts!.flatMap(({ pairs }) => pairs.map(({ label }) => label))).toContain(
    'Below ₱500.00: no invoice needed',
  )
  expect(await checkBooks()).toEqual([])
})

test('when the sales slips of all terminals on a day together reach the limit, an invoice must cover them; the last terminal to close also covers the slips of terminals that closed before', async () => {
  await sell(300)
  await closeDay(front)
  expect((await report('small-sales', 'terminal', 'invoice')).rows).toEqual([
    ['Front desk', reportMessages.belowLimit('₱500.00')],
  ])
  await sell(300, { terminal_id: back.id })
  const { small_sales } = await closeDay(back)
  expect(small_sales).toMatchObject({ count: 1, amount: 300, cover: { number: 1, count: 2, amount: 600 } })
  expect((await report('small-sales', 'terminal', 'invoice', 'amount')).rows).toEqual([
    ['Back desk', 'Non-VAT invoice 000001 (Back desk)', 300],
    ['Front desk', 'Non-VAT invoice 000001 (Back desk)', 300],
  ])
  expect(await checkBooks()).toEqual([])
})

test('a sales slip that an invoice covers can no longer be voided; its refund names the slip and the invoice', async () => {
  const slip = await sell(300)
  await sell(300)
  const { small_sales } = await closeDay(front)
  const error = await errorOf(voidSale(slip))
  expect([error.status, error.message]).toEqual([409, cashMessages.voidAfterReading])
  till.server.clock.now = new Date('2026-11-22T09:00:00+08:00')
  await clinic.asOwner(cashContract.openShift, { body: { terminal_id: front.id, count: pesos(2000) } })
  const refund = await clinic.asOwner(
    refundContract.refund,
    {
      params: { id: slip.id },
      body: {
        lines: [{ position: 1, quantity: 1 }],
        total: 300,
        method: 'cash',
        reason: 'Allergy',
        terminal_id: front.id,
      },
    },
    { idempotencyKey: randomUUID() },
  )
  expect(refund.data).toMatchObject({
    document_name: 'Sales slip refund 000001 (Front desk)',
    takes_back: 'Sales slip 000001 (Front desk)',
    cover: { id: small_sales!.cover!.id },
  })
  const text = receiptText(await receiptOf(refund.data.id), null)
  expect([text.heading, text.facts.find(({ label }) => label === paperMessages.coveredBy)?.value]).toEqual([
    'REFUND OF A SALES SLIP',
    'Non-VAT invoice 000001 (Front desk)',
  ])
})

test('a printed sales slip says that it is not an invoice; the invoice of the day lists its sales slips, and its copies are numbered', async () => {
  const slip = await sell(300)
  await sell(250, { payment_method: 'gcash', reference_number: '8123' })
  const paper = receiptText(await receiptOf(slip.id), null)
  expect([paper.heading, paper.number, paper.notices]).toEqual([
    'SALES SLIP - COVERED BY THE DAY’S INVOICE',
    'No. 000001',
    [paperMessages.notAnInvoice, paperMessages.noInputTax],
  ])
  const reading = await closeDay(front)
  const { id } = reading.small_sales!.cover!
  expect([(await receiptOf(id)).reading_id, (await receiptOf(slip.id)).reading_id]).toEqual([reading.id, undefined])
  const cover = receiptText(await receiptOf(id), null)
  expect([cover.heading, cover.number]).toEqual(['INVOICE', 'No. 000001'])
  expect(cover.items).toEqual([
    {
      name: 'Small sales of Nov 21, 2026',
      detail: '2 sales slips: 000001 to 000002 (Front desk)',
      amount: '₱550.00',
      isAddOn: false,
    },
  ])
  // The invoice shows neither a discount nor received cash and change, because each slip was paid by itself.
  expect(cover.sums).toEqual([
    { label: 'Total', value: '₱550.00', isTotal: true },
    { label: 'Paid by Cash', value: '₱300.00' },
    { label: 'Paid by GCash', value: '₱250.00' },
  ])
  expect(cover.parts!.flatMap(({ pairs }) => pairs.map(({ label, value }) => `${label} ${value}`))).toEqual([
    'Sales subject to percentage tax ₱550.00',
    'Exempt sales ₱0.00',
  ])
  const copy = async () =>
    (await clinic.asOwner(salesContract.printed, { params: { id }, body: { kind: 'print' } })).data.reprint
  expect([await copy(), await copy(), (await receiptOf(id)).print_count]).toEqual([0, 1, 2])
  const asClient = till.server.as(till.client.token)
  expect((await errorOf(asClient(salesContract.receipt, { params: { id } }))).status).toBe(404)
})

test('the invoice for sales slips is in journal, daily summary, search and log, and no sum of sales contains it', async () => {
  await sell(300)
  await sell(300)
  await sell(1500)
  await closeDay(front)
  const journal = await report('sales-journal', 'kind', 'series', 'number', 'total')
  expect(journal.rows).toEqual([
    ['Sale', 'Sales slip', '000001', 300],
    ['Sale', 'Non-VAT invoice', '000001', 1500],
    ['Sale', 'Sales slip', '000002', 300],
    ['Invoice for 2 sales slips, 000001 to 000002: ₱600.00', 'Non-VAT invoice', '000002', 0],
  ])
  expect(journal.totals.at(-1)).toBe(2100)
  // The journal of the cashier, who made the sales, does not contain the invoice for sales slips, because it was issued
  // by the owner, who closed the day.
  const ofCashier = { from: TODAY, to: TODAY, person_id: till.cashier.id }
  const { data } = await clinic.asOwner(reportsContract.read, {
    params: { report: 'sales-journal' },
    querystring: ofCashier,
  })
  expect([data.count, data.totals.at(-1)]).toEqual([3, 2100])
  expect((await report('daily-summary', 'numbers', 'exempt', 'net')).rows).toEqual([
    ['Non-VAT invoice 000001 to 000002, Sales slip 000001 to 000002', 2100, 2100],
  ])
  const found = await clinic.asOwner(salesContract.list, { querystring: { search: 'Invoice 000002' } })
  expect(found.data.map(({ document_name }) => document_name)).toEqual([
    'Sales slip 000002 (Front desk)',
    'Sales slip 000001 (Front desk)',
  ])
  const { rows } = await sql<{
    parameters: object
  }>`select parameters from events where type = 'sales.cover.issued'`.execute(till.server.db)
  expect(rows).toMatchObject([{ parameters: { receipt: 2, slips: 2, total_centavos: 60_000 } }])
})

test('the database refuses an invoice for sales slips that differs from the sum of the slips, and any change of such an invoice', async () => {
  await sell(300)
  await sell(300)
  await closeDay(front)
  const { db } = till.server
  await expect(db.deleteFrom('invoice_covers').execute()).rejects.toThrow()
  await expect(db.updateTable('cover_invoices').set({ total_centavos: 1 }).execute()).rejects.toThrow()
  const copied = sql`insert into cover_invoices select gen_random_uuid(), branch_id, ${back.id}, 'invoice_non_vat.sale.x', 1,
    business_date, issued_at, issued_by, issued_by_name, total_centavos, registration, issuer_name, issuer_address,
    issuer_phone, issuer_tin, receipt_foot from cover_invoices`
  await expect(copied.execute(db)).rejects.toMatchObject({ constraint: 'cover_invoices__adds_up' })
})

test('the check of the books finds a changed invoice for sales slips, and slips without their invoice', async () => {
  await sell(300)
  const second = await sell(300)
  await closeDay(front)
  const alter = (table: string, statement: string) => executeWithoutTriggers(till.server.database, table, statement)
  await alter('cover_invoices', 'update cover_invoices set total_centavos = total_centavos + 1')
  expect(await checkBooks()).toEqual([
    { kind: 'cover', series: `invoice_non_vat.sale.${front.id}`, number: 1 },
    cashMessages.figuresOff(cashMessages.readingName(1, 'Front desk')),
  ])
  await alter('cover_invoices', 'update cover_invoices set total_centavos = 30000')
  await alter('invoice_covers', `delete from invoice_covers where sale_id = '${second.id}'`)
  expect(await checkBooks()).toEqual([
    cashMessages.figuresOff(cashMessages.readingName(1, 'Front desk')),
    cashMessages.slipsUncovered('Nov 21, 2026'),
  ])
})
