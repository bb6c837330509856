import { useId, useState, type FormEvent } from 'react'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { periodOf, QUICK_FILTERS, quickFilterOf, type Period } from '#shared/sales/filter.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { transactionsMessages as s } from '#shared/sales/transactions-messages.ts'
import { putChange } from '#web/data/list-endpoint.ts'
import type { List } from '#web/data/use-list.ts'
import { putInto, useAddress } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { SegmentedControl } from '#web/ui/fields/segmented-control.tsx'

/** What is wrong with two typed dates; null when they can be applied. Both empty is the whole time. */
export function periodError(from: string, to: string): string | null {
  if (from === '' && to === '') return null
  if (from === '' || to === '') return saleMessages.bothDates
  return from <= to ? null : saleMessages.dateOrder
}

type Transactions = List<typeof salesContract.list>

const PERIOD = 'period'
const ALL = 'all'
const filters = ['from', 'to', 'search', 'page', PERIOD]

/**
 * The period of the list, in the address. A cashier begins with today: an address that says nothing leads there, and the
 * whole time is written out. `start` is where an address that says nothing leads; null when it is to stay.
 */
export function usePeriod(beginsToday: boolean, today: CivilDate) {
  const [params, edit] = useAddress()
  const isBare = beginsToday && !filters.some((name) => params.has(name))
  const setPeriod = ({ from, to }: Period) =>
    edit((next) => {
      // Dates that are not given leave those of before: both are named.
      putChange(salesContract.list, next, { from, to })
      putInto(next, PERIOD, beginsToday && !from ? ALL : undefined, undefined)
    })
  return { start: isBare ? `?from=${today}&to=${today}` : null, setPeriod }
}

type DatesProps = { from: string; to: string; onApply: (period: Period) => void }

const quickOptions = QUICK_FILTERS.map((filter) => ({ value: filter, label: s.quick[filter] }))

type ToolbarProps = { list: Transactions; today: CivilDate; setPeriod: (period: Period) => void }

/** Search, quick filters, and two dates that count once they are applied. */
export function TransactionToolbar({ list, today, setPeriod }: ToolbarProps) {
  const { from = '', to = '' } = list.query
  return (
    <div className="flex flex-wrap items-start gap-3">
      <SearchBox label={s.search} placeholder={s.searchPlaceholder} {...list.searchBox} className="w-full lg:w-80" />
      <SegmentedControl
        aria-label={s.period}
        options={quickOptions}
        value={quickFilterOf({ ...(from && { from }), ...(to && { to }) }, today) ?? null}
        onChange={(filter) => setPeriod(periodOf(filter, today))}
      />
      {/* A period from elsewhere, a quick filter or a link, begins a new draft. */}
      <Dates key={`${from} ${to}`} from={from} to={to} onApply={setPeriod} />
    </div>
  )
}

/** Typed dates are a draft until APPLY FILTER. */
function useDateDraft({ from, to, onApply }: DatesProps) {
  const [draft, setDraft] = useState({ from, to })
  const [problem, setError] = useState<string | null>(null)
  const change = (changes: Partial<typeof draft>) => {
    setError(null)
    setDraft({ ...draft, ...changes })
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const found = periodError(draft.from, draft.to)
    setError(found)
    if (found === null) onApply(draft.from === '' ? {} : draft)
  }
  return { draft, problem, change, apply }
}

function Dates(props: DatesProps) {
  const { draft, problem, change, apply } = useDateDraft(props)
  const errorId = useId()
  const described = problem ? { 'aria-invalid': true, 'aria-describedby': errorId } : {}
  const input = (name: 'from' | 'to') => (
    <DateInput
      aria-label={s[name]}
      value={draft[name]}
      onChange={(event) => change({ [name]: event.target.value })}
      className="min-w-36 flex-1"
      {...described}
    />
  )
  return (
    <form noValidate onSubmit={apply} className="min-w-0 max-sm:w-full">
      <div className="flex flex-wrap gap-2">
        {input('from')}
        {input('to')}
        <Button type="submit" className="min-h-12! max-sm:w-full">
          {s.applyFilter}
        </Button>
      </div>
      {problem && (
        <p id={errorId} role="alert" className="mt-1 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </form>
  )
}
