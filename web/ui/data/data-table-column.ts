import type { ReactNode } from 'react'

export type Column<Row> = {
  /** Unique in the table. */
  key: string
  header: string
  cell: (row: Row, index: number) => ReactNode
  /** Numbers, amounts and times stand right, with tabular figures. */
  align?: 'left' | 'right'
  /** Classes for every cell of the column: a width, no wrapping. */
  className?: string
  /** The header is for assistive technology only: actions, pictures. */
  headerHidden?: boolean
  /** In the last row, which stays in sight: the sum of the column. Shown when any column has one. */
  foot?: ReactNode
  /**
   * Its part when rows become cards: the first line (`title`), a labelled line (default), a line of its own at the end
   * without a label (`actions`), or left out (`hidden`).
   */
  card?: 'title' | 'line' | 'actions' | 'hidden'
}
