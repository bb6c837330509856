import type { Role } from '#shared/lib/endpoint.ts'
import { closureRequestSentences } from '#shared/users/closure-request-sentences.ts'
import { userSentences as s } from '#shared/users/sentences.ts'
import { useTypedSearch } from '#web/lib/use-typed-search.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Select } from '#web/ui/select.tsx'
import type { UserFilterChange, UserQuery } from './user-filters.ts'

const roles: { value: Role | 'all'; label: string }[] = [
  { value: 'all', label: s.allRoles },
  { value: 'client', label: s.roles.client },
  { value: 'admin', label: s.roles.admin },
  { value: 'cashier', label: s.roles.cashier },
]

type UserToolbarProps = {
  query: UserQuery
  change: (next: UserFilterChange) => void
  /** How many people wait for their account to be closed; without any the filter is not offered. */
  closureRequests: number
}

export function UserToolbar({ query, change, closureRequests }: UserToolbarProps) {
  const [typed, setTyped] = useTypedSearch(query.search, (search) => change({ search }))
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <SearchBox label={s.search} value={typed} onChange={setTyped} className="w-full sm:w-80" />
      <Select
        aria-label={s.filterByRole}
        options={roles}
        value={query.role ?? 'all'}
        onChange={(role) => change({ role: role === 'all' ? '' : role })}
        className="w-full! sm:w-44!"
      />
      <Checkbox
        label={s.showClosed}
        checked={query.closed === 'show'}
        onChange={(show) => change({ closed: show ? 'show' : 'hide' })}
      />
      {(closureRequests > 0 || query.closure === 'requested') && (
        <Checkbox
          label={closureRequestSentences.filter(closureRequests)}
          checked={query.closure === 'requested'}
          onChange={(only) => change({ closure: only ? 'requested' : 'all' })}
        />
      )}
    </div>
  )
}
