import type { Input } from '#shared/lib/endpoint.ts'
import { MAX_PER_PAGE } from '#shared/lib/paging.ts'
import { api } from '#web/lib/api.ts'
import { type ListChange, rowsOf, type ListEndpoint, type RowOf } from './list-endpoint.ts'
import { useSource, type Read, type ReadOptions } from './use-read.ts'

async function readEveryRow<E extends ListEndpoint>(
  e: E,
  filter: ListChange<E>,
  signal: AbortSignal,
): Promise<RowOf<E>[]> {
  const readPage = async (page: number) => {
    const querystring = { ...filter, page, per_page: MAX_PER_PAGE }
    const answer = await api(e, { querystring } as unknown as Input<E>, { signal })
    return { rows: rowsOf<E>(answer), total: (answer as { total: number }).total }
  }
  const first = await readPage(1)
  const further = Math.ceil(first.total / MAX_PER_PAGE) - 1
  const rest = await Promise.all(Array.from({ length: Math.max(0, further) }, (_, index) => readPage(index + 2)))
  return [...first.rows, ...rest.flatMap(({ rows }) => rows)]
}

/** A query of all rows of a list, for selects, pickers and the till. */
export const everyRow = <E extends ListEndpoint>(e: E, filter: ListChange<E> = {}) => ({
  queryKey: [e.url, 'every', filter] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => readEveryRow(e, filter, signal),
})

/** All rows of a short list, regardless of pages; reloaded like other queries of the endpoint. */
export const useEveryRow = <E extends ListEndpoint>(
  e: E,
  { filter, ...options }: ReadOptions & { filter?: ListChange<E> } = {},
): Read<RowOf<E>[]> => useSource<RowOf<E>[]>(everyRow(e, filter) as never, options)
