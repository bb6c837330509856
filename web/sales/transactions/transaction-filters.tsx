import { useId, useState, type FormEvent } from 'react'
import { isCivilDate } from '#shared/lib/manila-time.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { periodOf, quickFilterOf, type Period, type QuickFilter, QUICK_FILTERS } from '#shared/sales/filter.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import { saleSentences } from '#shared/sales/sentences.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { transactionsSentences as s } from '#shared/sales/transactions-sentences.ts'
import { useTypedSearch } from '#web/lib/use-typed-search.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'

export type TransactionQuery = Parsed<typeof salesContract.list>['querystring']

export const PER_PAGE = 12

/** How the filters stand in the address: `?search=ana&from=2026-11-16&to=2026-11-22&page=2`. */
const defaults = { search: '', from: '', to: '', page: 1 }

/** A hand-written address may say anything: what is no filter counts as not given. */
export function queryOf(state: { search: string; from: string; to: string; page: number }): TransactionQuery {
  const isPeriod = isCivilDate(state.from) && isCivilDate(state.to) && state.from <= state.to
  return {
    search: state.search.trim().slice(0, 100),
    ...(isPeriod && { from: state.from, to: state.to }),
    page: Math.max(1, Math.min(state.page, 1_000_000)),
    per_page: PER_PAGE,
  }
}

/** What is wrong with two typed dates; null when they can be applied. Both empty is the whole time. */
export function periodProblem(from: string, to: string): string | null {
  if (from === '' && to === '') return null
  if (from === '' || to === '') return saleSentences.bothDates
  return from <= to ? null : saleSentences.dateOrder
}

const periodIn = ({ from, to }: TransactionQuery): Period => ({ ...(from && { from }), ...(to && { to }) })

/** The filters of the page; changing one of them goes back to its first page. */
export function useTransactionFilters(today: string) {
  const [state, change] = useUrlState(defaults)
  const query = queryOf(state)
  return {
    query,
    quick: quickFilterOf(periodIn(query), today),
    setSearch: (search: string) => change({ search }),
    setPeriod: ({ from = '', to = '' }: Period) => change({ from, to }),
    setQuick: (filter: QuickFilter) => {
      const { from = '', to = '' } = periodOf(filter, today)
      change({ from, to })
    },
    setPage: (page: number) => change({ page }),
  }
}

type Filters = ReturnType<typeof useTransactionFilters>

type DatesProps = { from: string; to: string; onApply: Filters['setPeriod'] }

const quickOptions = QUICK_FILTERS.map((filter) => ({ value: filter, label: s.quick[filter] }))

/** Search, quick filters, and two dates that count once they are applied. */
export function TransactionToolbar({ filters }: { filters: Filters }) {
  const [typed, setTyped] = useTypedSearch(filters.query.search, filters.setSearch)
  const { from = '', to = '' } = filters.query
  return (
    <div className="flex flex-wrap items-start gap-3">
      <SearchBox
        label={s.search}
        placeholder={s.searchPlaceholder}
        value={typed}
        onChange={setTyped}
        className="w-full lg:w-80"
      />
      <SegmentedControl
        aria-label={s.period}
        options={quickOptions}
        value={filters.quick ?? null}
        onChange={filters.setQuick}
      />
      {/* A period from elsewhere, a quick filter or a link, begins a new draft. */}
      <Dates key={`${from} ${to}`} from={from} to={to} onApply={filters.setPeriod} />
    </div>
  )
}

/** Typed dates are a draft until APPLY FILTER. */
function useDateDraft({ from, to, onApply }: DatesProps) {
  const [draft, setDraft] = useState({ from, to })
  const [problem, setProblem] = useState<string | null>(null)
  const change = (changes: Partial<typeof draft>) => {
    setProblem(null)
    setDraft({ ...draft, ...changes })
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const found = periodProblem(draft.from, draft.to)
    setProblem(found)
    if (found === null) onApply(draft.from === '' ? {} : draft)
  }
  return { draft, problem, change, apply }
}

function Dates(props: DatesProps) {
  const { draft, problem, change, apply } = useDateDraft(props)
  const problemId = useId()
  const described = problem ? { 'aria-invalid': true, 'aria-describedby': problemId } : {}
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
        <p id={problemId} role="alert" className="mt-1 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </form>
  )
}
