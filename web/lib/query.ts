import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Endpoint, Input } from '#shared/lib/endpoint.ts'
import { api } from './api.ts'

/** A TanStack query for an endpoint. Screens use `useRead` and `useList`; this is for what reads outside of one. */
export const query = <E extends Endpoint>(e: E, input: Input<E>) =>
  queryOptions({ queryKey: [e.url, input] as const, queryFn: ({ signal }) => api(e, input, { signal }) })

/** Has everything read again that was read from these endpoints and is on the screen; what fails then is on the screen. */
export async function rereadAll(queries: QueryClient, endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(endpoints.map((e) => queries.invalidateQueries({ queryKey: [e.url] })))
}

/**
 * For lists of what happens now: an event that never arrived is on the screen a minute later, and at once when the
 * connection is back. Without it a connection that came back would change nothing (`networkMode: 'always'`).
 */
export const rereadEveryMinute = { refetchInterval: 60_000, refetchOnReconnect: true } as const
