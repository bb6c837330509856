import { queryOptions, type Query, type QueryClient } from '@tanstack/react-query'
import type { Endpoint, Input } from '#shared/lib/endpoint.ts'
import { api } from './api.ts'

/** A TanStack query for an endpoint. Screens use `useRead` and `useList`; this is for what reads outside of one. */
export const query = <E extends Endpoint>(e: E, input: Input<E>) =>
  queryOptions({ queryKey: [e.url, input] as const, queryFn: ({ signal }) => api(e, input, { signal }) })

/** First answers that are under way, with the promise that they have come and were asked for again. */
const askedAgain = new WeakMap<Query, Promise<void>>()

/**
 * A first answer that is under way may be older than what was just changed. The library waits for it and takes it for the
 * news: it is asked for again, once it has come.
 */
function rereadOnceThere(queries: QueryClient, read: Query): Promise<void> {
  const known = askedAgain.get(read)
  if (known) return known
  const again = async () => {
    await read.promise
    askedAgain.delete(read)
    await queries.invalidateQueries({ queryKey: read.queryKey, exact: true })
  }
  // A failure is on the screen.
  const settled = again().catch(() => void askedAgain.delete(read))
  askedAgain.set(read, settled)
  return settled
}

/** Has everything read again that was read from these endpoints and is on the screen; what fails then is on the screen. */
export async function rereadAll(queries: QueryClient, endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(
    endpoints.flatMap(({ url }) => {
      const isFirst = ({ state }: Query) => state.data === undefined
      const first = queries.getQueryCache().findAll({ queryKey: [url], fetchStatus: 'fetching', predicate: isFirst })
      const again = first.map((read) => ({ read, settled: rereadOnceThere(queries, read) }))
      // What was asked for ahead, before anybody looks at it, holds nobody up.
      const watched = again.filter(({ read }) => read.isActive()).map(({ settled }) => settled)
      return [queries.invalidateQueries({ queryKey: [url] }), ...watched]
    }),
  )
}

/**
 * For lists of what happens now: an event that never arrived is on the screen a minute later, and at once when the
 * connection is back. Without it a connection that came back would change nothing (`networkMode: 'always'`).
 */
export const rereadEveryMinute = { refetchInterval: 60_000, refetchOnReconnect: true } as const
