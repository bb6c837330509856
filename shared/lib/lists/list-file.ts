import type { listFileMessages } from './messages.ts'

/**
 * The format of a cell: text, pesos, whole number, number, percentage, date, month, time, or an instant in Manila time.
 */
export type CellKind = 'text' | 'amount' | 'count' | 'decimal' | 'percent' | 'date' | 'month' | 'time' | 'moment'

/** The lists that staff export with their filter. */
export type ListName = keyof typeof listFileMessages.titles

export type FileColumn<Row> = {
  header: string
  kind: CellKind
  /** Width in millimetres on paper; the only column without a width gets what remains. */
  width?: number
  /** The value of a row of the list's response. */
  value: (row: Row) => string | number | null
}

/** A list as a file: the server writes its rows as CSV, and the browser makes Excel and PDF files of them. */
export type ListFile<Row> = { name: ListName; columns: readonly FileColumn<Row>[]; layout?: 'wide' | 'large' }
