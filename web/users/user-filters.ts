import type { Parsed, Role } from '#shared/lib/endpoint.ts'
import type { usersContract } from '#shared/users/contract.ts'
import { ROLES } from '#shared/users/roles.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'

export type UserQuery = Parsed<typeof usersContract.list>['querystring']

/** How the filters stand in the address: `?search=ana&role=cashier&closed=show&closure=requested&page=2`. */
const defaults = { search: '', role: '', closed: 'hide', closure: 'all', page: 1 } as const
type State = { search: string; role: string; closed: string; closure: string; page: number }

/** A hand-written address may say anything: what is not a filter counts as not given. */
export const userQueryOf = (state: State): UserQuery => ({
  search: state.search.trim().slice(0, 100),
  role: ROLES.find((role) => role === state.role),
  closed: state.closed === 'show' ? 'show' : 'hide',
  closure: state.closure === 'requested' ? 'requested' : 'all',
  page: Math.min(Math.max(1, state.page), 1_000_000),
  per_page: 10,
})

export type UserFilterChange = {
  search?: string
  role?: Role | ''
  closed?: UserQuery['closed']
  closure?: UserQuery['closure']
  page?: number
}

/** The filters of the list; changing one of them goes back to its first page. */
export function useUserFilters(): { query: UserQuery; change: (next: UserFilterChange) => void } {
  const [state, change] = useUrlState(defaults)
  return { query: userQueryOf(state), change }
}
