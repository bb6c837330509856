import { type CivilDate, dayNumber } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import { percentageTaxOf } from '#shared/sales/percentage-tax.ts'
import {
  amounts,
  counts,
  date,
  month,
  text,
  time,
  withoutSum,
  type CellKind,
  type ColumnKey,
  type NumberKey,
  type ReportColumn,
  type ReportDefinition,
  type ReportGroup,
} from './columns.ts'
import { reportMessages as s } from './messages.ts'
import { stockReportMessages as stock } from './stock-messages.ts'
import { stockDefinitions } from './stock-reports.ts'
import { visitReportMessages as v } from './visit-messages.ts'
import { visitDefinitions } from './visit-reports.ts'

export { REPORT_GROUPS } from './columns.ts'
export type { CellKind, ColumnKey, ReportColumn } from './columns.ts'

/** The maximum number of rows of a long report on the screen. */
export const MOST_ROWS_ON_SCREEN = 300

/** The value of a cell; null if it has none, such as the total of a text column. */
export type Cell = string | number | null
/** A report's data, which screen, CSV and PDF all show. */
export type ReportTable = { rows: Cell[][]; totals: Cell[] }

const taxes = amounts('vatable', 'vat', 'exempt', 'zero_rated', 'excise', 'untaxed')
const documentSums = [...counts('sales'), ...amounts('gross', 'discounts', 'less_vat', 'voids', 'refunds', 'net')]
const owedSums = amounts('owed_before', 'paid_in', 'brought_in', 'credited', 'used', 'voided', 'kept', 'owed')
const lineSums = [...counts('quantity'), ...amounts('gross', 'discounts', 'less_vat', 'net')]

/** All reports in the order of the list, with what screen, CSV, Excel and PDF need to know about each. */
const definitions = {
  'sales-by-day': { columns: [date, ...documentSums], chart: 'days', person: 'cashier' },
  'sales-by-hour': { columns: [{ key: 'hour', kind: 'time' }, ...documentSums], chart: 'rows', person: 'cashier' },
  'sales-by-service': { columns: [text('service'), text('treatment'), ...lineSums], person: 'cashier' },
  ...stockDefinitions,
  'sales-by-treatment': { columns: [text('treatment'), ...lineSums], person: 'cashier' },
  'sales-by-practitioner': { columns: [text('practitioner'), ...lineSums], person: 'cashier' },
  'sales-by-method': {
    columns: [text('method'), ...counts('payments'), ...amounts('received', 'returned', 'net')],
    person: 'cashier',
  },
  'discounts-by-reason': {
    columns: [text('reason'), ...counts('discounted'), ...amounts('given', 'taken_back', 'discount')],
    person: 'cashier',
  },
  'tax-by-month': { columns: [month, ...taxes, ...amounts('withheld', 'net')] },
  'percentage-tax': {
    columns: [
      month,
      ...amounts('receipts', 'exempt_receipts', 'taxable'),
      { key: 'percentage_tax', kind: 'amount', total: { of: 'taxable', compute: percentageTaxOf } },
    ],
  },
  'senior-pwd-book': {
    columns: [
      date,
      text('number', 20),
      text('holder'),
      text('card', 24),
      text('id_number', 26),
      text('tin', 32),
      ...amounts('gross', 'less_vat', 'discounts', 'net'),
    ],
    widest: 'holder',
  },
  'senior-pwd-exempt': { columns: [month, ...amounts('less_vat', 'exempt_before', 'discounts', 'exempt_after')] },
  'sales-journal': {
    columns: [
      date,
      time,
      text('kind', 20),
      text('series', 16),
      text('number', 13),
      text('booklet', 13),
      text('buyer'),
      text('buyer_tin', 22),
      ...amounts('gross', 'discounts', 'less_vat'),
      ...taxes,
      text('paid', 24),
      text('terminal', 13),
      text('machine', 13),
      text('cashier', 14),
      text('approver', 14),
      ...amounts('total'),
    ],
    widest: 'buyer',
    isLong: true,
    person: 'cashier',
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
      ...amounts('refunds', 'paid_ahead', 'short', 'over', 'difference'),
      ...counts('lines_deleted', 'orders_dropped', 'drawer_openings'),
      ...amounts('net'),
    ],
    compares: 'people',
  },
  'voids-and-refunds': {
    columns: [
      date,
      time,
      text('number', 20),
      text('kind', 18),
      text('original', 20),
      text('cashier', 25),
      text('approver', 25),
      text('paid', 34),
      text('reason'),
      ...amounts('amount'),
    ],
    widest: 'reason',
    person: 'cashier',
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
    person: 'cashier',
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
  'money-paid-ahead': {
    columns: [date, text('card', 16), text('kind', 24), text('client'), ...owedSums],
    widest: 'client',
  },
  'money-paid-ahead-by-client': { columns: [text('client'), ...counts('cards'), ...owedSums], widest: 'client' },
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
  ...visitDefinitions,
} satisfies Record<string, ReportDefinition>

export type ReportName = keyof typeof definitions
export const reports: Readonly<Record<ReportName, ReportDefinition>> = definitions
export const REPORTS = Object.keys(definitions) as [ReportName, ...ReportName[]]

/** The names of reports and columns on screen, in CSV and in PDF. */
export const reportNames: Readonly<Record<ReportName, string>> = { ...s.names, ...stock.names, ...v.names }
export const columnNames: Readonly<Record<ColumnKey, string>> = { ...s.columns, ...stock.columns, ...v.columns }

export const groupOf = (report: ReportName): ReportGroup => reports[report].group ?? 'money'

const notes: Partial<Record<ReportName, readonly string[]>> = { ...s.notes, ...stock.notes, ...v.notes }

/** The sentences that explain the figures of a report. */
export const notesOf = (report: ReportName): readonly string[] => notes[report] ?? []

const isNumber = ({ kind }: ReportColumn) => ['count', 'decimal', 'percent', 'amount'].includes(kind)
const isSummed = (column: ReportColumn) => isNumber(column) && !column.hasNoSum

/** The columns of a report that have a sum. */
export const summedColumns = (report: ReportName): ColumnKey[] =>
  reports[report].columns.filter(isSummed).map(({ key }) => key)

type Numbers = Readonly<Partial<Record<NumberKey, Cell>>>

/** A quotient of two numbers of a row; null if there is nothing to divide by. Amounts are whole centavos. */
function ratioOf({ kind, ratio }: ReportColumn, row: Numbers): Cell {
  const [of, per] = [row[ratio!.of], row[ratio!.per]]
  if (of === null || !Number(per)) return null
  const quotient = (Number(of) * ratio!.times) / Number(per)
  return kind === 'amount' ? Math.round(quotient) : Math.round(quotient * 10) / 10
}

/** The cells of a row in column order. Throws for a column that the row lacks. */
export const cellsOf = (report: ReportName, row: Numbers): Cell[] =>
  reports[report].columns.map((column) => {
    const cell = column.ratio ? ratioOf(column, row) : row[column.key]
    if (cell === undefined) throw new Error(`The report ${report} has no ${column.key}`)
    return cell
  })

/**
 * The total of each column: of numbers their sum unless the column computes its total otherwise, of ratios the ratio of
 * the sums, of other columns null.
 */
export function totalsOf(report: ReportName, rows: readonly Numbers[]): Cell[] {
  const sum = (key: NumberKey) => rows.reduce((all, row) => all + Number(row[key]), 0)
  return reports[report].columns.map((column) => {
    if (!isSummed(column)) return null
    const { ratio, key, total } = column
    if (total) return total.compute(sum(total.of))
    return ratio ? ratioOf(column, { [ratio.of]: sum(ratio.of), [ratio.per]: sum(ratio.per) }) : sum(key)
  })
}

const mapCells = (report: ReportName, { rows, totals }: ReportTable, map: (cell: Cell, kind: CellKind) => Cell) => {
  const ofRow = (row: Cell[]) => row.map((cell, index) => map(cell, reports[report].columns[index]!.kind))
  return { rows: rows.map(ofRow), totals: ofRow(totals) }
}

/** The table with amounts in pesos, as in the API. */
export const inPesos = (report: ReportName, table: ReportTable): ReportTable =>
  mapCells(report, table, (cell, kind) => (kind === 'amount' && typeof cell === 'number' ? toPesos(cell) : cell))

/** The index of the column with the report's main figure. */
export function mainColumn(report: ReportName): number {
  const { columns, main } = reports[report]
  return main ? columns.findIndex(({ key }) => key === main) : columns.length - 1
}

/** The maximum number of days of a report, both ends included. */
export const MOST_DAYS = 366

export type Range = { from: CivilDate; to: CivilDate }

export const daysIn = ({ from, to }: Range): number => dayNumber(to) - dayNumber(from) + 1
