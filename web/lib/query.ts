import { queryOptions, type Query, type QueryClient } from '@tanstack/react-query'
import type { Endpoint, Input } from '#shared/lib/endpoint.ts'
import { api } from './api.ts'

/** The TanStack query of an endpoint. Screens use `useRead` and `useList`; this is for reads outside of them. */
export const query = <E extends Endpoint>(e: E, input: Input<E>) =>
  queryOptions({ queryKey: [e.url, input] as const, queryFn: ({ signal }) => api(e, input, { signal }) })

/** First loads in progress, with a promise of their repetition. */
const pendingRereads = new WeakMap<Query, Promise<void>>()

/**
 * A first load in progress may return data older than the change. The library would use it, so it is loaded again
 * afterwards.
 */
function rereadAfterFirstLoad(queries: QueryClient, read: Query): Promise<void> {
  const known = pendingRereads.get(read)
  if (known) return known
  const again = async () => {
    await read.promise
    pendingRereads.delete(read)
    await queries.invalidateQueries({ queryKey: read.queryKey, exact: true })
  }
  // The screen shows the failure.
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
 * For live lists: a missed event is on screen a minute later, and at once after a reconnect, which otherwise reloads
 * nothing (`networkMode: 'always'`).
 */
export const rereadEveryMinute = { refetchInterval: 60_000, refetchOnReconnect: true } as const
