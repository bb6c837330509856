import { type CivilDate, addDays, addMonths, dayNumber, startOfMonth } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import { reportMessages as s } from './messages.ts'

export const REPORTS = [
  'sales-by-day',
  'sales-by-service',
  'sales-by-treatment',
  'sales-by-practitioner',
  'sales-by-method',
  'discounts-by-reason',
  'tax-by-month',
  'senior-pwd-book',
  'voids-and-refunds',
  'shifts-by-cashier',
] as const
export type ReportName = (typeof REPORTS)[number]

/**
 * The format of a cell. `date`: `YYYY-MM-DD`. `month`: the date of the month's first day. `time`: `HH:mm:ss`. `count`:
 * a whole number. `amount`: centavos on the server and pesos in the API.
 */
export type CellKind = 'text' | 'date' | 'month' | 'time' | 'count' | 'amount'
export type ColumnKey = keyof typeof s.columns
export type ReportColumn = { key: ColumnKey; kind: CellKind }

/** The value of a cell; null if it has none, such as the total of a text column. */
export type Cell = string | number | null
/** A report's data, which screen, CSV and PDF all show. */
export type ReportTable = { rows: Cell[][]; totals: Cell[] }

const text = (key: ColumnKey): ReportColumn => ({ key, kind: 'text' })
const counts = (...keys: ColumnKey[]): ReportColumn[] => keys.map((key) => ({ key, kind: 'count' }))
const amounts = (...keys: ColumnKey[]): ReportColumn[] => keys.map((key) => ({ key, kind: 'amount' }))

/** The columns of each report in order; the last one is its main figure. */
export const reportColumns: Readonly<Record<ReportName, readonly ReportColumn[]>> = {
  'sales-by-day': [
    { key: 'date', kind: 'date' },
    ...counts('sales'),
    ...amounts('gross', 'discounts', 'less_vat', 'voids', 'refunds', 'net'),
  ],
  'sales-by-service': [
    text('service'),
    text('treatment'),
    ...counts('quantity'),
    ...amounts('gross', 'discounts', 'less_vat', 'net'),
  ],
  'sales-by-treatment': [text('treatment'), ...counts('quantity'), ...amounts('gross', 'discounts', 'less_vat', 'net')],
  'sales-by-practitioner': [
    text('practitioner'),
    ...counts('quantity'),
    ...amounts('gross', 'discounts', 'less_vat', 'net'),
  ],
  'sales-by-method': [text('method'), ...counts('payments'), ...amounts('received', 'returned', 'net')],
  'discounts-by-reason': [text('reason'), ...counts('discounted'), ...amounts('given', 'taken_back', 'discount')],
  'tax-by-month': [
    { key: 'month', kind: 'month' },
    ...amounts('vatable', 'vat', 'exempt', 'zero_rated', 'excise', 'untaxed', 'net'),
  ],
  'senior-pwd-book': [
    { key: 'date', kind: 'date' },
    text('number'),
    text('holder'),
    text('card'),
    text('id_number'),
    ...amounts('gross', 'less_vat', 'discounts', 'net'),
  ],
  'voids-and-refunds': [
    { key: 'date', kind: 'date' },
    { key: 'time', kind: 'time' },
    text('number'),
    text('kind'),
    text('original'),
    text('cashier'),
    text('method'),
    text('reason'),
    ...amounts('amount'),
  ],
  'shifts-by-cashier': [text('cashier'), ...counts('shifts'), ...amounts('short', 'over', 'difference')],
}

const isSummed = ({ kind }: ReportColumn) => kind === 'count' || kind === 'amount'

/** Adds the totals of the columns with numbers and amounts. */
export const withTotals = (report: ReportName, rows: Cell[][]): ReportTable => ({
  rows,
  totals: reportColumns[report].map((column, index) =>
    isSummed(column) ? rows.reduce((sum, row) => sum + Number(row[index]), 0) : null,
  ),
})

const mapCells = (report: ReportName, { rows, totals }: ReportTable, map: (cell: Cell, kind: CellKind) => Cell) => {
  const ofRow = (row: Cell[]) => row.map((cell, index) => map(cell, reportColumns[report][index]!.kind))
  return { rows: rows.map(ofRow), totals: ofRow(totals) }
}

/** The table with amounts in pesos, as in the API. */
export const inPesos = (report: ReportName, table: ReportTable): ReportTable =>
  mapCells(report, table, (cell, kind) => (kind === 'amount' && typeof cell === 'number' ? toPesos(cell) : cell))

/** The index of the report's main column. */
export const mainColumn = (report: ReportName): number => reportColumns[report].length - 1

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
