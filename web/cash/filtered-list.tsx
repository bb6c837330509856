import type { LucideIcon } from 'lucide-react'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { terminalsMessages as s } from '#shared/cash/messages.ts'
import { ExportButtons } from '#web/exports/export-buttons.tsx'
import type { ExportableList } from '#web/exports/use-export.tsx'
import type { Making, Report } from '#web/exports/report/report.ts'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { filterOf, ListFilters, NothingListed, type MovementFilter } from './list-filters.tsx'
import type { Covered } from './movement-reports.ts'

/** The parts of the result of `useList` that `FilteredList` uses. */
type Listed<Row, Kind extends string> = {
  query: MovementFilter<Kind>
  change: (change: MovementFilter<Kind>) => void
  answer: { summary: { cashiers: readonly { id: string; name: string }[] } } | undefined
  total: number | undefined
  table: {
    rows: Row[] | undefined
    error: string | undefined
    onRetry: () => void
    busy: boolean
    lastUpdated: string | undefined
  }
  pager: { page: number; pageCount: number; onChange: (page: number) => void }
}

type FilteredListProps<Row, Kind extends string, E extends Endpoint> = {
  label: string
  list: Listed<Row, Kind>
  columns: Column<Row>[]
  kinds: readonly { value: Kind; label: string }[]
  /** Returns the call that exports the rows that match the filter, and the names of its files. */
  exported: (filter: MovementFilter<Kind>) => Pick<ExportableList<E>, 'endpoint' | 'input' | 'files'>
  report: (covered: Covered, making: Making) => Report
  empty: { icon: LucideIcon; title: string; body: string }
  /** The sums of all rows that match the filter, as a text. */
  sums?: string | undefined
  cardsBelow?: 'lg'
}

/**
 * A list of one kind of cash records, newest first, with a filter by days, person and kind, and buttons that export its
 * rows.
 */
export function FilteredList<Row extends { id: string }, Kind extends string, E extends Endpoint>(
  props: FilteredListProps<Row, Kind, E>,
) {
  const { label, list, kinds, exported, report, empty, sums } = props
  const filter = filterOf(list.query)
  const cashiers = list.answer?.summary.cashiers
  const covered = {
    filter,
    cashier: cashiers?.find(({ id }) => id === filter.cashier_id)?.name,
    kind: kinds.find(({ value }) => value === filter.kind)?.label,
  }
  return (
    <div className="space-y-3">
      <ListFilters filter={list.query} onChange={list.change} cashiers={cashiers} kinds={kinds} />
      <div className="flex flex-wrap gap-2">
        <ExportButtons
          list={{
            ...exported(filter),
            total: list.total,
            report: (making) => report(covered, making),
            nothing: { title: s.nothingToExport, description: s.noneFoundHint },
          }}
        />
      </div>
      {sums !== undefined && <p className="tnum text-sm text-ink-2">{sums}</p>}
      <DataTable
        label={label}
        columns={props.columns}
        rowKey={({ id }) => id}
        empty={<NothingListed filter={filter} {...empty} />}
        {...(props.cardsBelow && { cardsBelow: props.cardsBelow })}
        {...list.table}
      />
      <Pager {...list.pager} />
    </div>
  )
}
