import { reportMessages as s } from './messages.ts'
import { visitReportMessages as v } from './visit-messages.ts'

/**
 * The format of a cell. `date`: `YYYY-MM-DD`. `month`: the date of the month's first day. `time`: `HH:mm:ss`. `count`:
 * a whole number. `decimal`: a number with at most two decimals. `percent`: 62.5 for 62.5 %. `amount`: centavos on the
 * server and pesos in the API.
 */
export type CellKind = 'text' | 'date' | 'month' | 'time' | 'count' | 'decimal' | 'percent' | 'amount'
export type ColumnKey = keyof typeof s.columns | keyof typeof v.columns
export type ReportColumn = {
  key: ColumnKey
  kind: CellKind
  /** Width in millimetres on paper; by default that of its kind. */
  width?: number
  /** True for numbers of which a sum says nothing, such as a grand total. */
  hasNoSum?: true
  /**
   * A quotient of two numbers of a row, times a factor, in rows and in the total. The numbers need not have a column.
   */
  ratio?: { of: NumberKey; per: NumberKey; times: number }
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

/** How a report's chart gets its bars: from the days of its period, or one from each row. `week` is a map of hours. */
type ChartKind = 'days' | 'rows' | 'week'

/** The groups into which the Reports page divides its list of reports. */
export const REPORT_GROUPS = ['money', 'visits'] as const
export type ReportGroup = (typeof REPORT_GROUPS)[number]

/** Whose visits or documents a report can be limited to. */
type PersonKind = 'practitioner' | 'cashier'

export type ReportDefinition = {
  columns: readonly ReportColumn[]
  /** The column of the main figure; by default the last one. */
  main?: ColumnKey
  /** The column that gets the remaining width of a printed page, usually the one that names the rows (the first). */
  widest?: ColumnKey
  chart?: ChartKind
  /** True for a report with a row for each document, payment or client; the screen shows only the first rows. */
  isLong?: true
  /** True for a report whose rows are payments or bank drops, each of which can be marked as seen. */
  hasChecks?: true
  /** True for a report that compares periods: the screen shows a line for each column and a column for each row. */
  isCompared?: true
  /** The kind of person whose figures the report can show alone. */
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
