import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { uiSentences } from '#shared/lib/ui-sentences.ts'
import type { Column } from './data-table-column.ts'
import { Skeleton } from './skeleton.tsx'

/* The roles are written out: a table that is displayed as blocks loses its own in some browsers. */

export function Head<Row>({ columns, inBox }: { columns: readonly Column<Row>[]; inBox: boolean }) {
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

type TableRowProps<Row> = { row: Row; index: number; columns: readonly Column<Row>[]; className?: string }

export function TableRow<Row>({ row, index, columns, className }: TableRowProps<Row>) {
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
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const part = column.card ?? 'line'
  return (
    <td
      role="cell"
      className={clsx(
        'h-13 border-b border-line px-4 py-1 group-last/row:border-b-0 cards:h-auto cards:w-auto cards:border-b-0 cards:px-0',
        column.align === 'right' && 'tnum text-right whitespace-nowrap',
        column.className,
        cardCell[part],
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

/** Rows of the final height; they appear after 150 ms. */
export function SkeletonRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
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
          {position === 0 && index === 0 && <span className="sr-only">{uiSentences.loading}</span>}
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

export function EmptyRow({ span, children }: { span: number; children: ReactNode }) {
  return (
    <tr role="row" className="cards:block">
      <td role="cell" colSpan={span} className="cards:block">
        {children}
      </td>
    </tr>
  )
}
