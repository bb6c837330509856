import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Column } from './data-table-column.ts'
import { EmptyRow, Head, SkeletonRows, TableRow } from './data-table-parts.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { ScrollBox } from './scroll-box.tsx'

export type DataTableProps<Row> = {
  /** What the table lists: its accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while nothing has been loaded yet: skeleton rows stand in. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** An `EmptyState` for no rows. */
  empty: ReactNode
  /** A failure; rows that are there stay visible below it. */
  error?: string
  onRetry?: () => void
  /** The time of the rows on the screen, shown with the error: "9:31 AM". */
  lastUpdated?: string
  /** Being reloaded behind rows that are there. */
  busy?: boolean
  skeletonRows?: number
  /** A class like `max-h-[250px]`: the table scrolls in itself below its head. Otherwise the head sticks to the page. */
  maxHeight?: string
  /** Rows become cards when the table's own place is narrower: md 44rem, lg 64rem. */
  cardsBelow?: 'md' | 'lg'
  rowClassName?: (row: Row) => string | undefined
  className?: string
}

const containers = { md: '@container/cards-md', lg: '@container/cards-lg' }

/** A list as a table, in every state; on narrow places its rows become cards with the same roles. */
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
    </table>
  )
}
