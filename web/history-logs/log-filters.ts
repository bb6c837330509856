import { historyLogsContract, LOG_TYPES, type LogType } from '#shared/history-logs/contract.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'

export type LogQuery = Parsed<typeof historyLogsContract.list>['querystring']

/** How the filters stand in the address: `?search=ana&type=update&sort=oldest&page=2`. */
const defaults = { search: '', type: '', sort: 'newest', page: '1' }

/** A hand-written address may say anything: what is not a filter counts as not given. */
export function queryOf(state: typeof defaults): LogQuery {
  const type = LOG_TYPES.find((known: LogType) => known === state.type)
  const page = /^[1-9]\d{0,5}$/.test(state.page) ? Number(state.page) : 1
  const sort = state.sort === 'oldest' ? 'oldest' : 'newest'
  return { search: state.search.trim().slice(0, 100), type, sort, page, per_page: 10 }
}

type Change = { search?: string; type?: LogType | 'all'; sort?: LogQuery['sort']; page?: number }

/** The filters of the page; changing one of them goes back to its first page. */
export function useLogFilters(): { query: LogQuery; change: (next: Change) => void } {
  const [state, set] = useUrlState(defaults)
  const change = ({ search, type, sort, page }: Change) =>
    set({
      page: String(page ?? 1),
      ...(search !== undefined && { search }),
      ...(type !== undefined && { type: type === 'all' ? '' : type }),
      ...(sort !== undefined && { sort }),
    })
  return { query: queryOf(state), change }
}
