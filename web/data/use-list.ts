import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import type { Input, Output } from '#shared/lib/endpoint.ts'
import { pageCount, MAX_PER_PAGE } from '#shared/lib/paging.ts'
import { api } from '#web/lib/api.ts'
import { useDebounced } from '#web/lib/use-stable.ts'
import { useExistingPage, useAddress } from '#web/lib/use-url-state.ts'
import {
  writeListChange,
  parseListQuery,
  rowsOf,
  type AddressOptions,
  type ListChange,
  type ListQuery,
  type ListEndpoint,
  type RowOf,
} from './list-endpoint.ts'
import { tableOf, useRead, useSource, type Read, type ReadOptions } from './use-read.ts'

type ListOptions<E extends ListEndpoint> = AddressOptions<E> &
  Pick<ReadOptions, 'failed' | 'live' | 'everyMs' | 'staleMs'> & {
    /**
     * If true, page, search and filters are stored in the component instead of the URL, because the page has several
     * lists.
     */
    local?: boolean
  }

export type List<E extends ListEndpoint> = Omit<Read<Output<E>>, 'data'> & {
  /** The current query of the list: page, search, sorting and filters. */
  query: ListQuery<E>
  /** Changes filters, sorting or page; anything but the page resets to page 1. */
  change: (change: ListChange<E>) => void
  /** The whole response with its summary; undefined until it arrives. */
  answer: Output<E> | undefined
  rows: RowOf<E>[] | undefined
  total: number | undefined
  /** The search box of the list, as props of `SearchBox`. */
  searchBox: { value: string; onChange: (text: string) => void }
  /** The current page and the number of pages, as props of `Pager`. */
  pager: { page: number; pageCount: number; onChange: (page: number) => void }
  /** The number of rows on each page, as props of `PageSizeSelect`. */
  pageSize: { value: number; options: readonly number[]; onChange: (size: number) => void }
  /** The rows and their loading state, as props of `DataTable`. */
  table: ReturnType<typeof tableOf> & { rows: RowOf<E>[] | undefined }
}

/**
 * The text of a search box. The current search (`present`) is stored in the URL. `search` is called after a pause in
 * typing. If the search changes otherwise (by a link or another filter), the text of the box changes too.
 */
function useTypedSearch(present: string, search: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(present)
  const settled = useDebounced(typed).trim()
  const told = useRef(present)
  // A debounced search must not run while the person leaves the page, because it would navigate back to it.
  const isLeaving = useNavigation().state !== 'idle'
  const tell = useEffectEvent((text: string) => {
    if (text === told.current || isLeaving) return
    told.current = text
    search(text)
  })
  useEffect(() => tell(settled), [settled, isLeaving])
  useEffect(() => {
    if (present === told.current) return
    told.current = present
    setTyped(present)
  }, [present])
  return [typed, setTyped]
}

function useOwnParams(): ReturnType<typeof useAddress> {
  const [params, setParams] = useState(() => new URLSearchParams())
  const edit = useCallback(
    (change: (next: URLSearchParams) => void) =>
      setParams((now) => {
        const next = new URLSearchParams(now)
        change(next)
        return next
      }),
    [],
  )
  return [params, edit]
}

/**
 * A list with page, search and filters in the URL, so that a reload, Back and links show the same. The URL is parsed
 * with the contract's `querystring`. Typing is debounced, a missing page redirects to the last one, and the current
 * page stays visible while the next one loads.
 */
export function useList<E extends ListEndpoint>(e: E, options: ListOptions<E> = {}): List<E> {
  const { failed, live, everyMs, staleMs, local = false, ...address } = options
  const shared = useAddress()
  const own = useOwnParams()
  const [params, edit] = local ? own : shared
  const query = parseListQuery(e, params, address)
  const change = (next: ListChange<E>) => edit((now) => writeListChange(e, now, next, address))
  const changeField = (field: 'page' | 'per_page' | 'search', value: number | string) =>
    change({ [field]: value } as ListChange<E>)
  const [typed, setTyped] = useTypedSearch(query.search as string, (search) => changeField('search', search))
  const { data: answer, ...read } = useRead(e, { querystring: query } as Input<E>, {
    keepPrevious: true,
    failed,
    live,
    everyMs,
    staleMs,
  })
  const counters = answer as { total: number } | undefined
  const pages = pageCount(counters?.total ?? 0, query.per_page as number)
  const onPage = (page: number) => changeField('page', page)
  useExistingPage(query.page as number, answer && !read.isPrevious ? pages : undefined, onPage)
  const rows = answer && rowsOf<E>(answer)
  return {
    ...read,
    query,
    change,
    answer,
    rows,
    total: counters?.total,
    searchBox: { value: typed, onChange: setTyped },
    pager: { page: query.page as number, pageCount: pages, onChange: onPage },
    pageSize: {
      value: query.per_page as number,
      options: options.pageSizes ?? [query.per_page as number],
      onChange: (size) => changeField('per_page', size),
    },
    table: { rows, ...tableOf(read) },
  }
}

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
