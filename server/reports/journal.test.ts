import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openCashClinic } from '#server/cash/cash-fixture.ts'
import { openInvoicer } from '#server/sales/invoice-fixture.ts'
import { openTill } from '#server/sales/till-fixture.ts'
import { givePassword } from '#server/test/factories.ts'
import { approvalsContract } from '#shared/approvals/contract.ts'
import type { TillActionKind } from '#shared/cash/till-actions.ts'
import { tillActionsContract } from '#shared/cash/till-actions-contract.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import { reports, type ColumnKey, type Range, type ReportName } from '#shared/reports/reports.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { cardReason } from '#shared/sales/senior-pwd-card.ts'
import { ALL, openReportClinic, sums, type ReportClinic } from './reports-fixture.ts'

type Payments = CheckoutBody['payments']

const RANGES: Range[] = [ALL, { from: '2026-10-31', to: '2026-11-09' }]
const [PIN, PASSWORD] = ['491705', 'a long enough password']
const TODAY: Range = { from: '2026-11-21', to: '2026-11-21' }

let clinic: ReportClinic
beforeAll(async () => {
  clinic = await openReportClinic()
})
afterAll(() => clinic.server.close())

type Data = { rows: (string | number | null)[][] }

/** The rows of a report as objects with the names of the columns as keys. */
const named = (report: ReportName, { rows }: Data) =>
  rows.map(
    (row) =>
      Object.fromEntries(reports[report].columns.map(({ key }, index) => [key, row[index]])) as Partial<
        Record<ColumnKey, string | number | null>
      >,
  )

test.each(RANGES)(
  'the sales journal from $from to $to has each document once, with its amounts and taxes',
  async (range) => {
    const { documents } = await clinic.booksOf(range)
    const journal = await clinic.read('sales-journal', range)
    const inOrder = documents.toSorted((a, b) => a.sold_at.getTime() - b.sold_at.getTime() || a.number - b.number)
    expect(journal.column('number')).toEqual(inOrder.map(({ number }) => String(number).padStart(6, '0')))
    expect(journal.column('total')).toEqual(inOrder.map(({ total_centavos }) => total_centavos))
    for (const tax of ['vat', 'excise', 'less_vat'] as const)
      expect(journal.column(tax), tax).toEqual(inOrder.map((one) => one[`${tax}_centavos`]))
    const { total } = journal
    expect(total('gross') - total('discounts') - total('less_vat')).toBe(total('total'))
    const byMonth = await clinic.read('tax-by-month', range)
    const days = await clinic.read('daily-summary', range)
    for (const tax of ['vatable', 'vat', 'exempt', 'zero_rated', 'excise', 'untaxed'] as const) {
      expect(total(tax), tax).toBe(byMonth.total(tax))
      expect(days.total(tax), tax).toBe(byMonth.total(tax))
    }
    const taxes = (['vatable', 'vat', 'exempt', 'zero_rated', 'untaxed'] as const).map(total)
    expect(taxes.reduce((sum, amount) => sum + amount, 0)).toBe(total('total'))
    expect(total('total')).toBe((await clinic.read('sales-by-day', range)).total('net'))
  },
)

test('the sales journal lists every payment of a document with its amount and reference', async () => {
  const { payments } = await clinic.booksOf(ALL)
  const texts = (await clinic.read('sales-journal', ALL)).column('paid').join(' ')
  for (const { reference_number } of payments) if (reference_number) expect(texts).toContain(`(${reference_number})`)
})

test.each(RANGES)('the daily summary from $from to $to matches the report of sales by day', async (range) => {
  const summary = await clinic.read('daily-summary', range)
  const days = await clinic.read('sales-by-day', range)
  for (const key of ['gross', 'discounts', 'less_vat', 'voids', 'refunds', 'net'] as const)
    expect(summary.byName(key), key).toEqual(days.byName(key))
  const { documents } = await clinic.booksOf(range)
  const dates = summary.column('date')
  summary.column('numbers').forEach((text, index) => {
    const numbers = documents.filter((one) => one.business_date === dates[index]).map(({ number }) => number)
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)].map((n) => String(n).padStart(6, '0'))
    expect(text).toBe(s.numbers('Receipt', first!, last!))
  })
})

test.each(RANGES)(
  'the report “Everything by cashier” from $from to $to matches the documents of each cashier',
  async (range) => {
    const { documents, lines, documentOf } = await clinic.booksOf(range)
    const report = await clinic.read('sales-by-cashier', range)
    const nameOf = ({ cashier_name }: (typeof documents)[number]) => cashier_name
    const of = (kind: string | null, amountOf: (document: (typeof documents)[number]) => number) =>
      sums(documents, nameOf, (one) => (kind === null || one.kind === kind ? amountOf(one) : 0))
    expect(Object.keys(report.byName('net')).toSorted()).toEqual(['Andrea Cruz', 'Rico Santos'])
    expect(report.byName('net')).toEqual(of(null, ({ total_centavos }) => total_centavos))
    expect(report.byName('voids')).toEqual(of('void', ({ total_centavos }) => -total_centavos || 0))
    expect(report.byName('refunds')).toEqual(of('refund', ({ total_centavos }) => -total_centavos || 0))
    expect(report.byName('discounts')).toEqual(of('sale', (one) => one.discount_centavos + one.line_discount_centavos))
    const cards = lines.filter(
      (line) => line.discount_reason === cardReason('senior') && documentOf(line.document_id).kind === 'sale',
    )
    expect(report.total('card_discounts')).toBe(cards.reduce((sum, line) => sum + line.discount_centavos, 0))
    const { total } = report
    expect(total('gross') - total('discounts') - total('less_vat') - total('voids') - total('refunds')).toBe(
      total('net'),
    )
  },
)

/**
 * A clinic with an invoice that a cashier has voided with the approval of the owner. `read` reads a report of today.
 */
async function openWithApprovedVoid(payments?: Payments) {
  const till = await openTill()
  onTestFinished(() => till.server.close())
  const invoicer = await openInvoicer(till.server)
  const { id: terminal_id } = await invoicer.addTerminal('Front desk')
  await invoicer.setUp({ mode: 'invoice_vat' })
  const buyer = { name: 'Perlas Trading', address: '12 Mabini', tin: '123-456-789-00000' }
  const sale = await till.send(till.order([till.peel()], { terminal_id, buyer, ...(payments && { payments }) }))
  await givePassword(till.server.db, invoicer.owner.id, PASSWORD)
  await invoicer.asOwner(approvalsContract.setPin, { body: { pin: PIN, current_password: PASSWORD } })
  const asCashier = till.server.as(till.cashier.token)
  const approval = await asCashier(approvalsContract.approve, {
    body: { approver_id: invoicer.owner.id, pin: PIN, kind: 'void', sale_id: sale.id, amount: 1500 },
  })
  await asCashier(salesContract.voidSale, {
    params: { id: sale.id },
    body: { reason: 'Rung up twice', approval_id: approval.data.id },
  })
  const read = async (report: ReportName) =>
    named(report, (await invoicer.asOwner(reportsContract.read, { params: { report }, querystring: TODAY })).data)
  return { till, invoicer, read }
}

test('the report of voids and refunds names for each the document, the cashier, the approver, the methods with references, and the reason', async () => {
  const { till, invoicer, read } = await openWithApprovedVoid([
    { method: 'gcash', amount: 1000, reference_number: 'GC 4711' },
    { method: 'cash', amount: 500, received: 500 },
  ])
  expect(await read('voids-and-refunds')).toEqual([
    {
      date: '2026-11-21',
      time: '09:00:00',
      number: 'VAT invoice void 000001 (Front desk)',
      kind: 'Void',
      original: 'VAT invoice 000001 (Front desk)',
      cashier: till.cashier.name,
      approver: invoicer.owner.name,
      paid: 'GCash ₱1,000.00 (GC 4711), Cash ₱500.00',
      reason: 'Rung up twice',
      amount: 1500,
    },
  ])
})

test('an invoice in the sales journal has its buyer, TIN, terminal and MIN; its void has the approver', async () => {
  const { till, invoicer, read } = await openWithApprovedVoid()
  const [invoice, back] = await read('sales-journal')
  expect(invoice).toMatchObject({
    kind: 'Sale',
    series: 'VAT invoice',
    number: '000001',
    buyer: 'Perlas Trading',
    buyer_tin: '123-456-789-00000',
    terminal: 'Front desk',
    machine: 'MIN-Front desk',
    paid: 'Cash ₱1,500.00',
    approver: '',
    total: 1500,
  })
  expect(back).toMatchObject({
    kind: 'Void of VAT invoice 000001 (Front desk)',
    series: 'VAT invoice void',
    cashier: till.cashier.name,
    approver: invoicer.owner.name,
    buyer_tin: '123-456-789-00000',
    total: -1500,
  })
})

test('the daily summary has the Z-reading of a closed day with the grand totals before and after', async () => {
  const cash = await openCashClinic()
  const summary = async (range: Range) =>
    named(
      'daily-summary',
      (await cash.asAdmin(reportsContract.read, { params: { report: 'daily-summary' }, querystring: range })).data,
    )
  const sellOneDay = async () => {
    const shift = await cash.open(1000)
    const sale = await cash.peel()
    await cash.peel()
    await cash.voidSale(sale)
    await cash.close(shift.id, 2500)
  }
  await sellOneDay()
  const open = { terminal: 'Front desk', reading: '', resets: 0, gross: 3000, voids: 1500, net: 1500 }
  expect(await summary(TODAY)).toMatchObject([{ ...open, grand_before: null, grand_after: null }])
  await cash.closeDay()
  expect(await summary(TODAY)).toMatchObject([{ ...open, reading: '1', grand_before: 0, grand_after: 3000 }])
  cash.at('2026-11-22T10:00:00+08:00')
  await sellOneDay()
  await cash.closeDay('2026-11-22')
  expect((await summary({ from: '2026-11-22', to: '2026-11-22' }))[0]).toMatchObject({
    date: '2026-11-22',
    numbers: 'Receipt 000004 to 000006',
    reading: '2',
    grand_before: 3000,
    grand_after: 6000,
  })
  await cash.server.close()
})

test('the report “Everything by cashier” has the cash differences of closed shifts, and the deleted lines, abandoned orders and drawer openings of everybody, including people without a sale', async () => {
  const cash = await openCashClinic()
  const shift = await cash.open(1000)
  await cash.peel()
  const { cashier, otherCashier } = cash.till
  const act = (kind: TillActionKind, { id }: { id: string }, call = cash.asCashier) =>
    call(tillActionsContract.record, {
      body: {
        terminal_id: cash.terminal.id,
        actions: [
          {
            id: randomUUID(),
            kind,
            description: 'Peel',
            amount: kind === 'drawer_opened' ? 0 : 1500,
            cashier_id: id,
            seconds_ago: 0,
          },
        ],
      },
    })
  cash.at('2026-11-20T10:00:00+08:00')
  await act('line_deleted', cashier)
  cash.at('2026-11-21T10:00:00+08:00')
  for (const kind of ['line_deleted', 'line_deleted', 'order_dropped'] as const) await act(kind, cashier)
  await act('drawer_opened', otherCashier, cash.asOther)
  await cash.close(shift.id, 2480)
  const { data } = await cash.asAdmin(reportsContract.read, {
    params: { report: 'sales-by-cashier' },
    querystring: TODAY,
  })
  expect(named('sales-by-cashier', data)).toMatchObject([
    {
      cashier: 'Andrea Cruz',
      sales: 1,
      net: 1500,
      short: 20,
      over: 0,
      difference: -20,
      lines_deleted: 2,
      orders_dropped: 1,
      drawer_openings: 0,
    },
    { cashier: otherCashier.name, sales: 0, net: 0, lines_deleted: 0, orders_dropped: 0, drawer_openings: 1 },
  ])
  await cash.server.close()
})
