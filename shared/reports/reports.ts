import { type CivilDate, addDays, addMonths, dayNumber, startOfMonth } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import { reportMessages as s } from './messages.ts'

/**
 * The format of a cell. `date`: `YYYY-MM-DD`. `month`: the date of the month's first day. `time`: `HH:mm:ss`. `count`:
 * a whole number. `amount`: centavos on the server and pesos in the API.
 */
export type CellKind = 'text' | 'date' | 'month' | 'time' | 'count' | 'amount'
export type ColumnKey = keyof typeof s.columns
export type ReportColumn = {
  key: ColumnKey
  kind: CellKind
  /** Width in millimetres on paper; by default that of its kind. */
  width?: number
  /** True for numbers of which a sum says nothing, such as a grand total. */
  hasNoSum?: true
}

/** How a report's chart gets its bars: from the days of its period, or one from each row. */
export type ChartKind = 'days' | 'rows'

type ReportDefinition = {
  columns: readonly ReportColumn[]
  /** The column of the main figure; by default the last one. */
  main?: ColumnKey
  /** The column that gets the remaining width of a printed page, usually the one that names the rows (the first). */
  widest?: ColumnKey
  chart?: ChartKind
  /** True for a report with a row for each document or payment; the screen shows only the first rows. */
  isLong?: true
  /** True for a report whose rows are payments or bank drops, each of which can be marked as seen. */
  hasChecks?: true
}

/** The maximum number of rows of a long report on the screen. */
export const MOST_ROWS_ON_SCREEN = 300

/** The value of a cell; null if it has none, such as the total of a text column. */
export type Cell = string | number | null
/** A report's data, which screen, CSV and PDF all show. */
export type ReportTable = { rows: Cell[][]; totals: Cell[] }

const text = (key: ColumnKey, width?: number): ReportColumn => ({ key, kind: 'text', ...(width && { width }) })
const date: ReportColumn = { key: 'date', kind: 'date' }
const month: ReportColumn = { key: 'month', kind: 'month' }
const time: ReportColumn = { key: 'time', kind: 'time' }
const counts = (...keys: ColumnKey[]): ReportColumn[] => keys.map((key) => ({ key, kind: 'count' }))
const amounts = (...keys: ColumnKey[]): ReportColumn[] => keys.map((key) => ({ key, kind: 'amount' }))
const withoutSum = (column: ReportColumn): ReportColumn => ({ ...column, hasNoSum: true })
const taxes = amounts('vatable', 'vat', 'exempt', 'zero_rated', 'excise', 'untaxed')
const lineSums = [...counts('quantity'), ...amounts('gross', 'discounts', 'less_vat', 'net')]

/** All reports in the order of the list, with what screen, CSV, Excel and PDF need to know about each. */
const definitions = {
  'sales-by-day': {
    columns: [date, ...counts('sales'), ...amounts('gross', 'discounts', 'less_vat', 'voids', 'refunds', 'net')],
    chart: 'days',
  },
  'sales-by-hour': {
    columns: [
      { key: 'hour', kind: 'time' },
      ...counts('sales'),
      ...amounts('gross', 'discounts', 'less_vat', 'voids', 'refunds', 'net'),
    ],
    chart: 'rows',
  },
  'sales-by-service': { columns: [text('service'), text('treatment'), ...lineSums] },
  'sales-by-treatment': { columns: [text('treatment'), ...lineSums] },
  'sales-by-practitioner': { columns: [text('practitioner'), ...lineSums] },
  'sales-by-method': { columns: [text('method'), ...counts('payments'), ...amounts('received', 'returned', 'net')] },
  'discounts-by-reason': {
    columns: [text('reason'), ...counts('discounted'), ...amounts('given', 'taken_back', 'discount')],
  },
  'tax-by-month': {
    columns: [month, ...taxes, ...amounts('withheld', 'net')],
  },
  'percentage-tax': { columns: [month, ...amounts('receipts', 'exempt_receipts', 'taxable', 'percentage_tax')] },
  'senior-pwd-book': {
    columns: [
      date,
      text('number', 18),
      text('holder'),
      text('card'),
      text('id_number'),
      text('tin'),
      ...amounts('gross', 'less_vat', 'discounts', 'net'),
    ],
    widest: 'holder',
  },
  'senior-pwd-exempt': { columns: [month, ...amounts('less_vat', 'exempt_before', 'discounts', 'exempt_after')] },
  'sales-journal': {
    columns: [
      date,
      time,
      text('kind', 19),
      text('series', 16),
      text('number', 13),
      text('booklet', 15),
      text('buyer'),
      text('buyer_tin', 19),
      ...amounts('gross', 'discounts', 'less_vat'),
      ...taxes,
      text('paid', 26),
      text('terminal', 14),
      text('machine', 14),
      text('cashier', 15),
      text('approver', 16),
      ...amounts('total'),
    ],
    widest: 'buyer',
    isLong: true,
  },
  'daily-summary': {
    columns: [
      date,
      text('terminal', 18),
      text('numbers'),
      text('reading', 14),
      withoutSum({ key: 'resets', kind: 'count', width: 12 }),
      ...amounts('gross', 'discounts', 'less_vat', 'voids', 'refunds', 'net'),
      ...taxes,
      ...amounts('grand_before', 'grand_after').map(withoutSum),
    ],
    main: 'net',
    widest: 'numbers',
  },
  'sales-by-cashier': {
    columns: [
      text('cashier'),
      ...counts('sales'),
      ...amounts('gross', 'discounts', 'card_discounts', 'less_vat'),
      ...counts('void_count'),
      ...amounts('voids'),
      ...counts('refund_count'),
      ...amounts('refunds', 'short', 'over', 'difference', 'net'),
    ],
  },
  'voids-and-refunds': {
    columns: [
      date,
      time,
      text('number', 18),
      text('kind', 18),
      text('original', 20),
      text('cashier', 25),
      text('approver', 25),
      text('paid', 34),
      text('reason'),
      ...amounts('amount'),
    ],
    widest: 'reason',
  },
  'payments-by-reference': {
    columns: [
      text('method', 22),
      text('reference', 36),
      date,
      time,
      text('number', 24),
      text('buyer'),
      text('seen', 34),
      ...amounts('amount'),
    ],
    widest: 'buyer',
    isLong: true,
    hasChecks: true,
  },
  'bank-drops': {
    columns: [
      text('slip', 32),
      date,
      time,
      text('terminal', 24),
      text('cashier', 40),
      text('approver', 32),
      text('seen_at_bank'),
      ...amounts('amount'),
    ],
    widest: 'seen_at_bank',
    isLong: true,
    hasChecks: true,
  },
  'cash-on-hand': {
    columns: [
      date,
      text('terminal'),
      text('state', 16),
      ...amounts('float').map(withoutSum),
      ...amounts('between', 'cash_sales', 'cash_back', 'pay_in', 'pay_out', 'drops'),
      ...amounts('expected', 'counted').map(withoutSum),
      ...amounts('difference'),
      ...amounts('in_drawers', 'outside', 'on_hand').map(withoutSum),
    ],
    main: 'difference',
    widest: 'terminal',
  },
  'booklet-continuity': {
    columns: [text('booklet'), text('state'), text('first'), text('last'), ...counts('used', 'missing')],
  },
  'small-sales': {
    columns: [
      date,
      text('terminal', 32),
      ...counts('slips'),
      text('numbers', 36),
      text('invoice'),
      ...amounts('amount'),
    ],
    widest: 'invoice',
  },
  'shifts-by-cashier': { columns: [text('cashier'), ...counts('shifts'), ...amounts('short', 'over', 'difference')] },
} satisfies Record<string, ReportDefinition>

export type ReportName = keyof typeof definitions
export const reports: Readonly<Record<ReportName, ReportDefinition>> = definitions
export const REPORTS = Object.keys(definitions) as [ReportName, ...ReportName[]]

const notes: Partial<Record<ReportName, readonly string[]>> = s.notes

/** The sentences that explain the figures of a report. */
export const notesOf = (report: ReportName): readonly string[] => notes[report] ?? []

const isSummed = ({ kind, hasNoSum }: ReportColumn) => (kind === 'count' || kind === 'amount') && !hasNoSum

/** The columns of a report that have a sum. */
export const summedColumns = (report: ReportName): ColumnKey[] =>
  reports[report].columns.filter(isSummed).map(({ key }) => key)

/** Adds the totals of the columns with numbers and amounts. */
export const withTotals = (report: ReportName, rows: Cell[][]): ReportTable => ({
  rows,
  totals: reports[report].columns.map((column, index) =>
    isSummed(column) ? rows.reduce((sum, row) => sum + Number(row[index]), 0) : null,
  ),
})

const mapCells = (report: ReportName, { rows, totals }: ReportTable, map: (cell: Cell, kind: CellKind) => Cell) => {
  const ofRow = (row: Cell[]) => row.map((cell, index) => map(cell, reports[report].columns[index]!.kind))
  return { rows: rows.map(ofRow), totals: ofRow(totals) }
}

/** The table with amounts in pesos, as in the API. */
export const inPesos = (report: ReportName, table: ReportTable): ReportTable =>
  mapCells(report, table, (cell, kind) => (kind === 'amount' && typeof cell === 'number' ? toPesos(cell) : cell))

/** The index of the report's main column. */
export function mainColumn(report: ReportName): number {
  const { columns, main } = reports[report]
  return main ? columns.findIndex(({ key }) => key === main) : columns.length - 1
}

/** The maximum number of days of a report, both ends included. */
export const MOST_DAYS = 366

export type Range = { from: CivilDate; to: CivilDate }

export const daysIn = ({ from, to }: Range): number => dayNumber(to) - dayNumber(from) + 1

export const QUICK_RANGES = ['today', 'yesterday', 'this-month', 'last-month', 'this-year'] as const
type QuickRange = (typeof QUICK_RANGES)[number]

/** The dates of a quick range; this month and this year end today. */
export function rangeOf(quick: QuickRange, today: CivilDate): Range {
  const first = startOfMonth(today)
  switch (quick) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'this-month':
      return { from: first, to: today }
    case 'last-month':
      return { from: addMonths(first, -1), to: addDays(first, -1) }
    case 'this-year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
  }
}

/** The first quick range with exactly these dates, if any. */
export const quickRangeOf = ({ from, to }: Range, today: CivilDate): QuickRange | undefined =>
  QUICK_RANGES.find((quick) => {
    const range = rangeOf(quick, today)
    return range.from === from && range.to === to
  })
