import { clsx } from 'clsx'
import { memo, type ReactNode } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'
import { ErrorPanel, Skeleton } from './load-states.tsx'
import { ScrollBox } from './scroll-box.tsx'

export type Column<Row> = {
  /** The column's key, unique in the table. */
  key: string
  header: string
  /** The cell's content. Null leaves the cell of a table empty and leaves out the line of a card. */
  cell: (row: Row, index: number) => ReactNode
  /** `right` is for numbers, amounts and times; their digits then have the same width. */
  align?: 'left' | 'right'
  /** Classes of every cell in the column. */
  className?: string
  /** True: only assistive technology reads the header, such as that of actions or pictures. */
  headerHidden?: boolean
  /** The column's total in the sticky last row, which is shown if any column has one. */
  foot?: ReactNode
  /**
   * The role of the cell when rows become cards: the first line (`title`), a labelled line (default), an unlabelled
   * line at the end (`actions`), or nothing (`hidden`).
   */
  card?: 'title' | 'line' | 'actions' | 'hidden'
}

export type DataTableProps<Row> = {
  /** The table's accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined until loaded; skeleton rows are shown then. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** An `EmptyState` for an empty list. */
  empty: ReactNode
  /** The error of the last load; rows that were loaded before stay visible below it. */
  error?: string
  onRetry?: () => void
  /** The time of the displayed rows, shown with the error: "9:31 AM". */
  lastUpdated?: string
  /** True while loaded rows are being reloaded. */
  busy?: boolean
  skeletonRows?: number
  /** A class such as `max-h-[250px]`: the table scrolls below its header. Otherwise the header sticks to the page. */
  maxHeight?: string
  /** Rows become cards when the table's container is narrower: md 44rem, lg 64rem. */
  cardsBelow?: 'md' | 'lg'
  rowClassName?: (row: Row) => string | undefined
  className?: string
}

const containers = { md: '@container/cards-md', lg: '@container/cards-lg' }

/**
 * A list as a table, also while it loads, is empty or has failed; in narrow containers its rows become cards with the
 * same roles.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, error, maxHeight, cardsBelow = 'md' } = props
  const nothingButError = error !== undefined && !rows?.length
  return (
    <div className={clsx('min-w-0 space-y-3', props.className)}>
      {error && (
        <ErrorPanel message={error} onRetry={props.onRetry} busy={props.busy} lastUpdated={rows && props.lastUpdated} />
      )}
      {!nothingButError && (
        <div className={clsx(containers[cardsBelow], 'overflow-clip rounded-card border border-line bg-surface')}>
          {maxHeight ? (
            <ScrollBox role="group" aria-label={label} className={maxHeight}>
              <Table {...props} />
            </ScrollBox>
          ) : (
            <Table {...props} />
          )}
        </div>
      )}
    </div>
  )
}

function Table<Row>({ label, columns, rows, rowKey, busy, skeletonRows = 5, ...rest }: DataTableProps<Row>) {
  return (
    <table
      role="table"
      aria-label={label}
      aria-busy={rows === undefined || busy || undefined}
      className="w-full border-separate border-spacing-0 text-sm cards:block"
    >
      <Head columns={columns} inBox={rest.maxHeight !== undefined} />
      <tbody role="rowgroup" className="cards:block">
        {rows === undefined && <SkeletonRows columns={columns} count={skeletonRows} />}
        {rows?.map((row, index) => (
          <TableRow key={rowKey(row)} row={row} index={index} columns={columns} className={rest.rowClassName?.(row)} />
        ))}
        {rows?.length === 0 && <EmptyRow span={columns.length}>{rest.empty}</EmptyRow>}
      </tbody>
      {rows && rows.length > 0 && columns.some(({ foot }) => foot !== undefined) && <Foot columns={columns} />}
    </table>
  )
}

/* The ARIA roles are written out, because in some browsers a table that is displayed as blocks loses its native
   roles. */

function Head<Row>({ columns, inBox }: { columns: readonly Column<Row>[]; inBox: boolean }) {
  return (
    <thead role="rowgroup" className="cards:sr-only">
      <tr role="row">
        {columns.map((column) => (
          <th
            key={column.key}
            role="columnheader"
            scope="col"
            className={clsx(
              'sticky z-10 h-11 border-b border-line bg-surface px-4 text-compact font-semibold whitespace-nowrap text-ink-2',
              inBox ? 'top-0' : 'top-(--table-top,4rem)',
              column.align === 'right' ? 'text-right' : 'text-left',
              column.className,
            )}
          >
            {column.headerHidden ? <span className="sr-only">{column.header}</span> : column.header}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const cardCell = {
  title: 'cards:block cards:pb-1 cards:text-base cards:font-bold',
  line: 'cards:flex cards:items-baseline cards:justify-between cards:gap-4 cards:py-1 cards:text-right',
  actions: 'cards:flex cards:justify-end cards:pt-2',
  hidden: 'cards:hidden',
}

/** The totals in a sticky last row; in the card layout they are the last card. */
function Foot<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tfoot role="rowgroup" className="cards:block">
      <tr role="row" className="cards:block cards:border-t cards:border-line cards:bg-surface-2 cards:p-4">
        {columns.map((column) => (
          <td
            key={column.key}
            role="cell"
            className={clsx(
              'sticky bottom-0 z-10 h-13 border-t border-line-strong bg-surface-2 px-4 py-1 font-bold cards:static cards:h-auto cards:w-auto cards:border-t-0 cards:px-0',
              column.align === 'right' && 'tnum text-right whitespace-nowrap',
              column.className,
              column.foot === undefined ? 'cards:hidden' : cardCell[column.card ?? 'line'],
            )}
          >
            {column.card !== 'title' && (
              <span className="hidden shrink-0 font-normal text-ink-2 cards:inline" aria-hidden="true">
                {column.header}
              </span>
            )}
            <div className="min-w-0">{column.foot}</div>
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

type TableRowProps<Row> = { row: Row; index: number; columns: readonly Column<Row>[]; className?: string }

/** A memoized row: it re-renders only when its data or the columns change, so columns should be stable. */
const TableRow = memo(function TableRow<Row>({ row, index, columns, className }: TableRowProps<Row>) {
  return (
    <tr
      role="row"
      className={clsx(
        'group/row transition-colors hover:bg-surface-2 cards:block cards:border-b cards:border-line cards:p-4 cards:last:border-b-0 cards:hover:bg-transparent',
        className,
      )}
    >
      {columns.map((column) => (
        <Cell key={column.key} column={column}>
          {column.cell(row, index)}
        </Cell>
      ))}
    </tr>
  )
}) as <Row>(props: TableRowProps<Row>) => ReactNode

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const part = column.card ?? 'line'
  return (
    <td
      role="cell"
      className={clsx(
        'h-13 border-b border-line px-4 py-1 group-last/row:border-b-0 cards:h-auto cards:w-auto cards:border-b-0 cards:px-0',
        column.align === 'right' && 'tnum text-right whitespace-nowrap',
        column.className,
        // A card leaves out lines without a value, because their label alone says nothing.
        part === 'line' && children === null ? 'cards:hidden' : cardCell[part],
      )}
    >
      {part === 'line' && (
        <span className="hidden shrink-0 font-normal text-ink-2 cards:inline" aria-hidden="true">
          {column.header}
        </span>
      )}
      {part === 'line' ? <div className="min-w-0 cards:wrap-anywhere">{children}</div> : children}
    </td>
  )
}

/** Placeholder rows of the final height; they appear after 150 ms. */
function SkeletonRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <tr
      key={index}
      role="row"
      className="group/row animate-appear-late cards:block cards:border-b cards:border-line cards:p-4 cards:last:border-b-0"
    >
      {columns.map((column, position) => (
        <td
          key={column.key}
          role="cell"
          className={clsx(
            'h-13 border-b border-line px-4 group-last/row:border-b-0 cards:block cards:h-7 cards:border-b-0 cards:px-0',
            column.className,
            (column.card === 'hidden' || column.card === 'actions') && 'cards:hidden',
          )}
        >
          {position === 0 && index === 0 && <span className="sr-only">{uiMessages.loading}</span>}
          <Skeleton
            className={clsx(
              'h-4 max-w-full',
              column.align === 'right' ? 'ml-auto w-16 cards:ml-0' : 'w-4/5 cards:w-1/2',
            )}
          />
        </td>
      ))}
    </tr>
  ))
}

function EmptyRow({ span, children }: { span: number; children: ReactNode }) {
  return (
    <tr role="row" className="cards:block">
      <td role="cell" colSpan={span} className="cards:block">
        {children}
      </td>
    </tr>
  )
}
