import { SearchX, type LucideIcon } from 'lucide-react'
import { terminalsMessages as s } from '#shared/cash/messages.ts'
import { periodError, type Period } from '#shared/sales/period.ts'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { DateRange } from '#web/ui/fields/date-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'

/** The days, person and kind by which a list is filtered. */
export type MovementFilter<Kind> = {
  from?: string | undefined
  to?: string | undefined
  cashier_id?: string | undefined
  kind?: Kind | undefined
}

const ALL = 'all'
const labels = { from: s.from, to: s.to, apply: s.apply }

type ListFiltersProps<Kind extends string> = {
  filter: MovementFilter<Kind>
  onChange: (change: MovementFilter<Kind>) => void
  /** The people by whom the list can be filtered; undefined until loaded. */
  cashiers: readonly { id: string; name: string }[] | undefined
  kinds: readonly { value: Kind; label: string }[]
}

/** The fields that filter a list by two dates, a person and a kind. */
export function ListFilters<Kind extends string>({ filter, onChange, cashiers = [], kinds }: ListFiltersProps<Kind>) {
  const { from = '', to = '', cashier_id, kind } = filter
  return (
    <div className="flex flex-wrap items-start gap-3">
      <DateRange
        key={`${from} ${to}`}
        from={from}
        to={to}
        labels={labels}
        check={periodError}
        onApply={(range) => onChange({ from: range.from || undefined, to: range.to || undefined })}
      />
      <Select
        aria-label={s.byPerson}
        options={[{ value: ALL, label: s.everybody }, ...cashiers.map(({ id, name }) => ({ value: id, label: name }))]}
        value={cashier_id ?? ALL}
        onChange={(id) => onChange({ cashier_id: id === ALL ? undefined : id })}
        className="w-auto! min-w-40 flex-1 md:flex-none"
      />
      <Select<Kind | typeof ALL>
        aria-label={s.byKind}
        options={[{ value: ALL, label: s.allKinds }, ...kinds]}
        value={kind ?? ALL}
        onChange={(next) => onChange({ kind: next === ALL ? undefined : next })}
        className="w-auto! min-w-40 flex-1 md:flex-none"
      />
    </div>
  )
}

/** Reduces the values of a list's query to the filter that the export calls accept. */
export const filterOf = <Kind,>({ from, to, cashier_id, kind }: MovementFilter<Kind>): MovementFilter<Kind> => ({
  ...(from && to && { from, to }),
  ...(cashier_id && { cashier_id }),
  ...(kind && { kind }),
})

export const periodOfFilter = ({ from, to }: MovementFilter<unknown>): Period => (from && to ? { from, to } : {})

type NothingProps = { filter: MovementFilter<unknown>; icon: LucideIcon; title: string; body: string }

/** Shown instead of an empty list. Says whether nothing matches the filter, or there is nothing to list yet. */
export const NothingListed = ({ filter, icon, title, body }: NothingProps) =>
  Object.keys(filterOf(filter)).length === 0 ? (
    <EmptyState icon={icon} title={title} body={body} />
  ) : (
    <EmptyState icon={SearchX} title={s.noMatch} body={s.noneFoundHint} />
  )
