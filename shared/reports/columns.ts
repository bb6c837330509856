import { reportMessages as s } from './messages.ts'
import type { stockReportMessages as stock } from './stock-messages.ts'
import { visitReportMessages as v } from './visit-messages.ts'

/**
 * The format of a cell. `date`: `YYYY-MM-DD`. `month`: the date of the month's first day. `time`: `HH:mm:ss`. `count`:
 * a whole number. `decimal`: a number with at most two decimals. `percent`: 62.5 for 62.5 %. `amount`: centavos on the
 * server and pesos in the API.
 */
export type CellKind = 'text' | 'date' | 'month' | 'time' | 'count' | 'decimal' | 'percent' | 'amount'
export type ColumnKey = keyof typeof s.columns | keyof typeof stock.columns | keyof typeof v.columns
export type ReportColumn = {
  key: ColumnKey
  kind: CellKind
  /** The width of the column on paper in millimetres; by default it depends on the column's kind. */
  width?: number
  /** True for a column whose sum would be meaningless, such as the one of grand totals. */
  hasNoSum?: true
  /**
   * Makes the column a quotient: the number `of` divided by the number `per`, times a factor, in rows and in the total.
   * Neither number needs a column of its own.
   */
  ratio?: { of: NumberKey; per: NumberKey; times: number }
  /** Computes the total of the column from the sum of another number, where the sum of the rows would be wrong. */
  total?: { of: NumberKey; compute: (sum: number) => number }
}
/** Numbers of a row that have no column of their own; ratios need them. */
type Measure =
  | 'closed'
  | 'due'
  | 'rebooked'
  | 'begun'
  | 'waiting_seconds'
  | 'finished'
  | 'overrun_seconds'
  | 'booked_ahead'
  | 'lead_seconds'
  | 'clients_paid'
  | 'clinic_hours'
  | 'gap_seconds'
  | 'came_again'
  | 'followed'
  | `${'back' | 'of'}_${30 | 90 | 180 | 365}`
export type NumberKey = ColumnKey | Measure

/**
 * How a report's chart is drawn: `days` has a bar for each day of the period, `rows` one for each row, and `week` is a
 * map of the hours of a week.
 */
type ChartKind = 'days' | 'rows' | 'week'

/** The groups into which the Reports page divides its list of reports. */
export const REPORT_GROUPS = ['money', 'visits'] as const
export type ReportGroup = (typeof REPORT_GROUPS)[number]

/** The kind of people to whose visits or documents a report can be limited. */
type PersonKind = 'practitioner' | 'cashier'

export type ReportDefinition = {
  columns: readonly ReportColumn[]
  /** The column with the report's main figure; by default the last column. */
  main?: ColumnKey
  /** The column that gets the remaining width of a printed page, usually the one that names the rows (the first). */
  widest?: ColumnKey
  chart?: ChartKind
  /** True for a report with a row for each document, payment or client; the screen shows only the first rows. */
  isLong?: true
  /**
   * True for a report whose rows are payments or bank drops: the owner can mark each as arrived in the wallet or at the
   * bank.
   */
  hasChecks?: true
  /**
   * Whether the rows of the report are periods or people that it compares. The screen then turns the table: it shows a
   * line for each column and a column for each row. People also get a column with the totals, and periods one with the
   * change against the first period.
   */
  compares?: 'periods' | 'people'
  /** The kind of person to whose figures the report can be limited. */
  person?: PersonKind
  /** The group of the report in the list; by default money. */
  group?: ReportGroup
}

export const text = (key: ColumnKey, width?: number): ReportColumn => ({
  key,
  kind: 'text',
  ...(width && { width }),
})
export const date: ReportColumn = { key: 'date', kind: 'date' }
export const month: ReportColumn = { key: 'month', kind: 'month' }
export const time: ReportColumn = { key: 'time', kind: 'time' }
export const counts = (...keys: ColumnKey[]): ReportColumn[] => keys.map((key) => ({ key, kind: 'count' }))
export const amounts = (...keys: ColumnKey[]): ReportColumn[] => keys.map((key) => ({ key, kind: 'amount' }))
export const withoutSum = (column: ReportColumn): ReportColumn => ({ ...column, hasNoSum: true })
/** Declares a column with a share in percent: the number `of` divided by the number `per`. */
export const share = (key: ColumnKey, of: NumberKey, per: NumberKey): ReportColumn => ({
  key,
  kind: 'percent',
  ratio: { of, per, times: 100 },
})
/**
 * Declares a column with an average: the number `of` divided by the number `per`; the factor `times` converts its unit.
 */
export const average = (key: ColumnKey, of: NumberKey, per: NumberKey, times = 1): ReportColumn => ({
  key,
  kind: 'decimal',
  ratio: { of, per, times },
})

/** The notes that a report shows only if they are true for one of its rows. */
export const ROW_NOTES = ['present-tax-class'] as const
export type RowNote = (typeof ROW_NOTES)[number]

/** Returns the sentences of the notes with these names. */
export const rowNotesOf = (rowNotes: readonly RowNote[] = []): string[] => rowNotes.map((note) => s.rowNotes[note])
