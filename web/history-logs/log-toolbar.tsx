import { LOG_TYPES } from '#shared/history-logs/contract.ts'
import { historyLogSentences as s } from '#shared/history-logs/sentences.ts'
import { useTypedSearch } from '#web/lib/use-typed-search.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Select } from '#web/ui/select.tsx'
import type { useLogFilters } from './log-filters.ts'

const typeOptions = [
  { value: 'all' as const, label: s.allTypes },
  ...LOG_TYPES.map((type) => ({ value: type, label: s.types[type] })),
]
const sortOptions = [
  { value: 'newest' as const, label: s.newestFirst },
  { value: 'oldest' as const, label: s.oldestFirst },
]

/** Search, type and order. */
export function LogToolbar({ query, change }: ReturnType<typeof useLogFilters>) {
  const [typed, setTyped] = useTypedSearch(query.search, (search) => change({ search }))
  return (
    <div className="flex flex-wrap gap-3">
      <SearchBox label={s.search} value={typed} onChange={setTyped} className="w-full md:w-80" />
      <Select
        aria-label={s.filterByType}
        options={typeOptions}
        value={query.type ?? 'all'}
        onChange={(type) => change({ type })}
        className="w-auto! min-w-40 flex-1 md:flex-none"
      />
      <Select
        aria-label={s.sort}
        options={sortOptions}
        value={query.sort}
        onChange={(sort) => change({ sort })}
        className="w-auto! min-w-40 flex-1 md:flex-none"
      />
    </div>
  )
}
