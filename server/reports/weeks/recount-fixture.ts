import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { booksContract } from '#shared/reports/books-contract.ts'
import { methodName } from '#shared/sales/payment.ts'
import { salesContract } from '#shared/sales/contract.ts'
import type { WeeksClinic } from './clinic-fixture.ts'
import {
  drawerOf,
  figuresOf,
  paymentsOf,
  sumOf,
  totalOf,
  withheldOf,
  type Entry,
  type Figures,
} from './ledger-fixture.ts'
import { expectPercentageTax } from './percentage-tax-fixture.ts'
import { readReport } from './read-report-fixture.ts'
import type { Week } from './week-fixture.ts'

/** Adds up figures by name, sorted by name. */
function grouped<Item>(items: readonly Item[], nameOf: (item: Item) => string, ...amounts: ((item: Item) => number)[]) {
  return [...new Set(items.map(nameOf))].toSorted().map((name) => {
    const group = items.filter((item) => nameOf(item) === name)
    return [name, ...amounts.map((amountOf) => sumOf(group, amountOf) || 0)]
  })
}

const ofKind = (kind: Entry['kind'], amountOf: (entry: Entry) => number) => (entry: Entry) =>
  entry.kind === kind ? amountOf(entry) : 0
const figure = (key: keyof Figures) => (entry: Entry) => figuresOf(entry)[key]
const minus = (amountOf: (entry: Entry) => number) => (entry: Entry) => -amountOf(entry)

/** Compares the rows of the week's documents with the ledger, field by field. */
async function expectDocuments({ server: { db } }: WeeksClinic, { from, to }: Week, entries: Entry[]) {
  const rows = await db
    .selectFrom('documents')
    .selectAll()
    .where('business_date', '>=', from)
    .where('business_date', '<=', to)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  expect(rows.length, 'documents').toBe(entries.length)
  for (const entry of entries) {
    const figures = figuresOf(entry)
    const row = byId.get(entry.id)!
    expect({
      kind: row.kind,
      mode: row.mode,
      number: row.number,
      date: row.business_date,
      shift: row.shift_id,
      sale: row.refers_to,
      total: row.total_centavos,
      discounts: row.discount_centavos + row.line_discount_centavos,
      less_vat: row.less_vat_centavos,
      vat: row.vat_centavos,
      excise: row.excise_centavos,
    }).toEqual({
      kind: entry.kind,
      mode: entry.mode,
      number: entry.number,
      date: entry.date,
      shift: entry.shift?.id ?? null,
      sale: entry.sale?.id ?? null,
      total: figures.total,
      discounts: figures.discounts,
      less_vat: figures.less_vat,
      vat: figures.vat,
      excise: figures.excise,
    })
  }
}

/** Computes the chain of hashes again, and compares numbers and grand totals with the ledger. */
async function expectReadings({ server: { db }, tills }: WeeksClinic) {
  const rows = await db.selectFrom('z_readings').selectAll().orderBy('number').execute()
  for (const till of tills) {
    const chain = rows.filter(({ terminal_id }) => terminal_id === till.id)
    let previous = ''
    let grandTotal = 0
    for (const [index, row] of chain.entries()) {
      expect(row.number).toBe(index + 1)
      expect(row.previous_hash).toBe(previous)
      expect(row.hash).toBe(
        createHash('sha256')
          .update(previous + row.content)
          .digest('hex'),
      )
      expect(row.grand_total_centavos, 'a grand total never falls').toBeGreaterThanOrEqual(grandTotal)
      previous = row.hash
      grandTotal = row.grand_total_centavos
    }
    expect(chain.map((row) => [row.business_date, row.grand_total_centavos])).toEqual(
      till.readings.map((reading) => [reading.date, reading.grandTotal]),
    )
  }
}

/** Compares the stored drawers and the report of differences with the ledger. */
async function expectDrawers(clinic: WeeksClinic, week: Week) {
  const rows = await clinic.server.db.selectFrom('shifts').selectAll().execute()
  expect(rows.length, 'shifts').toBe(clinic.shifts.length)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ofWeek = clinic.shifts.filter(({ date }) => date >= week.from && date <= week.to)
  const difference = new Map(ofWeek.map((shift) => [shift, shift.counted! - drawerOf(shift, clinic.entries)]))
  for (const shift of ofWeek) {
    const { float_centavos, expected_centavos, counted_centavos } = byId.get(shift.id)!
    expect([float_centavos, expected_centavos, counted_centavos]).toEqual([
      shift.float,
      drawerOf(shift, clinic.entries),
      shift.counted,
    ])
    expect(expected_centavos, 'a drawer is never negative').toBeGreaterThanOrEqual(0)
  }
  const drops = await readReport(clinic, 'bank-drops', week)
  expect(drops.total('amount')).toBe(sumOf(ofWeek, ({ moved }) => moved.drop))
  const cash = await readReport(clinic, 'cash-on-hand', week)
  const flows = (['pay_in', 'pay_out', 'drops', 'difference'] as const).map(cash.total)
  expect(flows).toEqual([
    sumOf(ofWeek, ({ moved }) => moved.in),
    sumOf(ofWeek, ({ moved }) => moved.out),
    sumOf(ofWeek, ({ moved }) => moved.drop),
    sumOf(ofWeek, (shift) => difference.get(shift)!),
  ])
  const report = await readReport(clinic, 'shifts-by-cashier', week)
  expect([report.total('shifts'), report.total('difference')]).toEqual([
    ofWeek.length,
    sumOf(ofWeek, (shift) => difference.get(shift)!),
  ])
}

/** Compares the reports that have a row for each day, method or document. */
async function expectLists(clinic: WeeksClinic, week: Week, entries: Entry[]) {
  const days = await readReport(clinic, 'sales-by-day', week)
  expect(days.rows('date', 'gross', 'discounts', 'less_vat', 'voids', 'refunds', 'net')).toEqual(
    grouped(
      entries,
      ({ date }) => date,
      ofKind('sale', figure('gross')),
      ofKind('sale', figure('discounts')),
      ofKind('sale', figure('less_vat')),
      ofKind('void', minus(totalOf)),
      ofKind('refund', minus(totalOf)),
      totalOf,
    ),
  )
  const payments = entries.flatMap(paymentsOf)
  const methods = await readReport(clinic, 'sales-by-method', week)
  expect(methods.rows('method', 'net').toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))).toEqual(
    grouped(
      payments,
      ({ method }) => methodName(method),
      ({ amount }) => amount,
    ),
  )
  const referenced = payments.filter(({ method }) => method !== 'cash')
  const references = await readReport(clinic, 'payments-by-reference', week)
  expect([references.count, references.total('amount')]).toEqual([
    referenced.length,
    sumOf(referenced, ({ amount }) => amount),
  ])
  const back = entries.filter(({ kind }) => kind !== 'sale')
  const reversals = await readReport(clinic, 'voids-and-refunds', week)
  expect([reversals.count, reversals.total('amount')]).toEqual([back.length, -sumOf(back, totalOf) || 0])
}

const TAX_COLUMNS = ['vatable', 'vat', 'exempt', 'zero_rated', 'excise', 'untaxed'] as const

async function expectJournal(clinic: WeeksClinic, week: Week, entries: Entry[]) {
  const columns = ['gross', 'discounts', 'less_vat', ...TAX_COLUMNS, 'total'] as const
  const journal = await readReport(clinic, 'sales-journal', week)
  // The invoices that cover sales slips are listed without amounts.
  const covers = clinic.covers.filter(({ date }) => date >= week.from && date <= week.to)
  const formatNumber = (number: number) => String(number).padStart(6, '0')
  const inOrder = (rows: (string | number)[][]) => rows.map((row) => row.join(' ')).toSorted()
  expect(inOrder(journal.rows('number', ...columns))).toEqual(
    inOrder([
      ...entries.map((entry) => [formatNumber(entry.number), ...columns.map((key) => figuresOf(entry)[key] || 0)]),
      ...covers.map(({ number }) => [formatNumber(number), ...columns.map(() => 0)]),
    ]),
  )
  const slips = entries.filter(({ mode, kind, isVoided }) => mode === 'small_sale' && kind === 'sale' && !isVoided)
  const small = await readReport(clinic, 'small-sales', week)
  expect([small.total('slips'), small.total('amount')]).toEqual([slips.length, sumOf(slips, totalOf)])
  const invoiced = small.rows('invoice', 'amount').filter(([invoice]) => String(invoice).startsWith('Non-VAT invoice'))
  expect(sumOf(invoiced, ([, amount]) => Number(amount))).toBe(sumOf(covers, ({ amount }) => amount))
  const month = await readReport(clinic, 'tax-by-month', week)
  const summary = await readReport(clinic, 'daily-summary', week)
  expect(month.total('withheld')).toBe(sumOf(entries, (entry) => withheldOf(paymentsOf(entry))))
  for (const key of TAX_COLUMNS) {
    expect(month.total(key), key).toBe(sumOf(entries, figure(key)))
    expect(summary.total(key), key).toBe(sumOf(entries, figure(key)))
  }
  const grandTotals = summary.rows('date', 'terminal', 'grand_after').filter(([, , after]) => after !== 0)
  const readings = clinic.tills.flatMap(({ name, readings: all }) =>
    all.map(({ date, grandTotal }) => [date, name, grandTotal] as const),
  )
  const ofWeek = readings.filter(([date, , after]) => date >= week.from && date <= week.to && after !== 0)
  expect(inOrder(grandTotals)).toEqual(inOrder(ofWeek.map((row) => [...row])))
}

async function expectCards(clinic: WeeksClinic, week: Week, entries: Entry[]) {
  const under = entries.flatMap((entry) => {
    const cards = new Set(entry.rows.flatMap(({ card }) => (card === null ? [] : [card])))
    return [...cards].map((card) => ({ ...entry, rows: entry.rows.filter((row) => row.card === card) }))
  })
  const book = await readReport(clinic, 'senior-pwd-book', week)
  expect([book.count, book.total('gross'), book.total('less_vat'), book.total('discounts'), book.total('net')]).toEqual(
    [
      under.length,
      sumOf(under, figure('gross')),
      sumOf(under, figure('less_vat')),
      sumOf(under, figure('discounts')),
      sumOf(under, figure('total')),
    ],
  )
}

/** Checks that every report of sales and the list of transactions have the same net amount. */
async function expectSameTotals(clinic: WeeksClinic, week: Week, entries: Entry[]) {
  const net = sumOf(entries, totalOf)
  const named = [
    'sales-by-hour',
    'sales-by-service',
    'sales-by-treatment',
    'sales-by-practitioner',
    'sales-by-cashier',
    'daily-summary',
    'tax-by-month',
  ] as const
  for (const report of named) expect((await readReport(clinic, report, week)).total('net'), report).toBe(net)
  const discounts = await readReport(clinic, 'discounts-by-reason', week)
  expect(discounts.total('given')).toBe(sumOf(entries, ofKind('sale', figure('discounts'))))
  const list = await clinic.owner.call(salesContract.list, { querystring: { ...week, page: 1, per_page: 12 } })
  expect([list.total, toCentavos(list.summary.total_revenue)]).toEqual([entries.length, net])
}

/** Compares everything that the week left in the books with the ledger. */
export async function recountWeek(clinic: WeeksClinic, week: Week): Promise<void> {
  const entries = clinic.entries.filter(({ date }) => date >= week.from && date <= week.to)
  await expectDocuments(clinic, week, entries)
  await expectDrawers(clinic, week)
  await expectReadings(clinic)
  await expectLists(clinic, week, entries)
  await expectJournal(clinic, week, entries)
  await expectCards(clinic, week, entries)
  await expectPercentageTax(clinic, week, entries)
  await expectSameTotals(clinic, week, entries)
  const counters = await clinic.server.db.selectFrom('document_counters').select(['series', 'last_number']).execute()
  const used = counters.filter(({ last_number }) => last_number > 0)
  expect(new Map(used.map(({ series, last_number }) => [series, last_number]))).toEqual(clinic.numbers)
  const { data } = await clinic.owner.call(booksContract.checkBooks, {})
  expect(data).toMatchObject({
    findings: [],
    finding_count: 0,
    counts: {
      documents: clinic.entries.length,
      shifts: clinic.shifts.length,
      readings: sumOf(clinic.tills, ({ readings }) => readings.length),
    },
  })
  expect(await checkBooks(clinic.server.db)).toMatchObject(balanced)
}
