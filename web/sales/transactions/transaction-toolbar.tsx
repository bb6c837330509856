import { useId, useState, type FormEvent } from 'react'
import { QUICK_FILTERS } from '#shared/sales/filter.ts'
import { transactionsSentences as s } from '#shared/sales/transactions-sentences.ts'
import { useTypedSearch } from '#web/lib/use-typed-search.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { periodProblem, type useTransactionFilters } from './transaction-filters.ts'

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
