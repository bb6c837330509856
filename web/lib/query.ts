import { queryOptions, QueryClient, QueryCache, type Query } from '@tanstack/react-query'
import type { Endpoint, Input } from '#shared/lib/endpoint.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { api } from './api.ts'

const MAX_RETRIES = 2

/**
 * Retries twice when there was no response or the server is busy. A 4xx would stay the same, and a timeout is shown at
 * once, because the person has waited long enough.
 */
export function mayRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const isApiError = error.status >= 400 && error.status < 500
  return !isApiError && !['aborted', 'timeout'].includes(error.code) && failures < MAX_RETRIES
}

/** True for status 429 (too many requests), which is not shown while there is data on screen. */
const isTooMany = (error: unknown): boolean => error instanceof ApiError && error.status === 429

const isTimeOut = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'timeout'

/**
 * The message of a failed query; undefined when there is nothing to show. `own` is the screen's message; a timeout
 * always has the same text.
 */
export function queryMessage({ error, data }: { error: unknown; data?: unknown }, own?: string): string | undefined {
  if (!(error instanceof Error) || (data !== undefined && isTooMany(error))) return undefined
  return isTimeOut(error) ? error.message : (own ?? error.message)
}

const warnTooManyRequests = (error: Error, query: { queryKey: readonly unknown[] }) => {
  if (isTooMany(error)) console.warn(`${String(query.queryKey[0])}: asked too often`)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: warnTooManyRequests }),
  defaultOptions: {
    queries: {
      retry: mayRetry,
      staleTime: 5_000,
      // Without a connection calls fail at once; a waiting query would show a skeleton forever.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** The TanStack query of an endpoint. Screens use `useRead` and `useList`; this is for reads outside of them. */
export const query = <E extends Endpoint>(e: E, input: Input<E>) =>
  queryOptions({ queryKey: [e.url, input] as const, queryFn: ({ signal }) => api(e, input, { signal }) })

/** Queries whose first load is in progress, each with the promise of the reload that follows it. */
const pendingRereads = new WeakMap<Query, Promise<void>>()

/**
 * A first load in progress may return data older than the change, and TanStack Query would keep that data, so the query
 * is loaded again afterwards.
 */
function rereadAfterFirstLoad(queries: QueryClient, read: Query): Promise<void> {
  const known = pendingRereads.get(read)
  if (known) return known
  const again = async () => {
    await read.promise
    pendingRereads.delete(read)
    await queries.invalidateQueries({ queryKey: read.queryKey, exact: true })
  }
  // A failure is ignored here, because the query's screen shows it.
  const settled = again().catch(() => void pendingRereads.delete(read))
  pendingRereads.set(read, settled)
  return settled
}

/** Reloads all displayed queries of these endpoints; failures appear on screen. */
export async function rereadAll(queries: QueryClient, endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(
    endpoints.flatMap(({ url }) => {
      const isFirst = ({ state }: Query) => state.data === undefined
      const first = queries.getQueryCache().findAll({ queryKey: [url], fetchStatus: 'fetching', predicate: isFirst })
      const again = first.map((read) => ({ read, settled: rereadAfterFirstLoad(queries, read) }))
      // Prefetched data that nobody displays is not awaited.
      const watched = again.filter(({ read }) => read.isActive()).map(({ settled }) => settled)
      return [queries.invalidateQueries({ queryKey: [url] }), ...watched]
    }),
  )
}

/**
 * For live lists: a change whose event was missed appears within a minute, and at once after a reconnect, which
 * otherwise reloads nothing (`networkMode: 'always'`).
 */
export const rereadEveryMinute = { refetchInterval: 60_000, refetchOnReconnect: true, meta: { isLive: true } } as const

/**
 * Marks all live data in the query cache as outdated, after the server has announced a change of appointments. A
 * component that is opened afterwards then requests its data again instead of showing the cached data. Components that
 * are displayed already reload their data themselves.
 */
export const outdateLiveReads = (): void =>
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.['isLive'] === true, refetchType: 'none' })
