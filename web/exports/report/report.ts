/** How the text of an export's cell is shown: as it is, or as an amount in pesos, a date, a time, a moment in Manila. */
export type CellKind = 'text' | 'amount' | 'date' | 'time' | 'moment'

export type ReportColumn = {
  header: string
  /** Which cell of the export's row it shows. */
  cell: number
  kind: CellKind
  /** In millimetres; the one column without takes what is left of 178. */
  width?: number
}

/** A list as a document: everything that is known before its rows are. */
export type Report = {
  title: string
  clinic: { name: string; lines: string[] }
  /** What the list covers and when it was made: a line each. */
  facts: string[]
  columns: ReportColumn[]
  /** What the sum of the amounts is called; without it the list has none. */
  sumLabel?: string
}

/** More rows than this would be thousands of pages that nobody opens. */
export const MOST_PDF_ROWS = 50_000
