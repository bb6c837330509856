import type { Parsed } from '#shared/lib/endpoint.ts'
import type { clientsContract } from '#shared/clients/contract.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'

export type ClientsQuery = Parsed<typeof clientsContract.list>['querystring']

export const CLIENT_PAGE_SIZES = [10, 20, 50] as const

/** How the list stands in the address: `?search=ana&page=2&per_page=20`. */
const defaults = { search: '', page: 1, per_page: 10 } as const

/** A hand-written address may say anything: what is no page or no size counts as not given. */
export const clientsQueryOf = (state: { search: string; page: number; per_page: number }): ClientsQuery => ({
  search: state.search.trim().slice(0, 100),
  page: Math.min(Math.max(1, state.page), 1_000_000),
  per_page: CLIENT_PAGE_SIZES.find((size) => size === state.per_page) ?? defaults.per_page,
})

type Change = Partial<{ search: string; page: number; per_page: number }>

/** What the list shows; searching and another page size go back to page 1. */
export function useClientsFilters(): { query: ClientsQuery; change: (next: Change) => void } {
  const [state, change] = useUrlState(defaults)
  return { query: clientsQueryOf(state), change }
}
