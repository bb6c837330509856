import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, Input } from '#shared/lib/endpoint.ts'
import { api } from './api.ts'

/** A TanStack query for an endpoint; invalidate it with `queryKey: [endpoint.url]`. */
export const query = <E extends Endpoint>(e: E, input: Input<E>) =>
  queryOptions({ queryKey: [e.url, input] as const, queryFn: ({ signal }) => api(e, input, { signal }) })
