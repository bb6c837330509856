import type { listFileMessages } from './messages.ts'

/**
 * The format of a cell: text, pesos, whole number, number, percentage, date, month, time, or an instant in Manila time.
 */
export type CellKind = 'text' | 'amount' | 'count' | 'decimal' | 'percent' | 'date' | 'month' | 'time' | 'moment'

/** The lists that staff can export as a file; the file has the rows that match the list's filter. */
export type ListName = keyof typeof listFileMessages.titles

export type FileColumn<Row> = {
  header: string
  kind: CellKind
  /** The column's width on paper in millimetres; one column has no width and gets the remaining space. */
  width?: number
  /** Returns the value of this column for a row of the list. */
  value: (row: Row) => string | number | null
}

/** A list as a file: the server writes its rows as CSV, and the browser makes Excel and PDF files of them. */
export type ListFile<Row> = { name: ListName; columns: readonly FileColumn<Row>[]; layout?: 'wide' | 'large' }
