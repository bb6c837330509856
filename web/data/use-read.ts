import { keepPreviousData, skipToken, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '#shared/lib/endpoint.ts'
import { formatInstantTime } from '#shared/lib/manila-time.ts'
import { query, rereadEveryMinute, queryMessage } from '#web/lib/query.ts'

export type ReadOptions = {
  /** The error message; the server's own by default. A timeout always has the same text. */
  failed?: string
  /** Keeps the data of the previous input until the response. */
  keepPrevious?: boolean
  /** How many milliseconds a response is fresh; 5 s by default. */
  staleMs?: number
  /** Reloads at this interval in milliseconds. */
  everyMs?: number | false
  /** For live data: reloads every minute and when the connection returns. */
  live?: boolean
}

/** Props of `ErrorPanel` for a failed read. */
export type ReadFailure = { message: string; onRetry: () => void; busy: boolean; lastUpdated: string | undefined }

export type Read<Data> = {
  data: Data | undefined
  /** True until the first response or failure, and while a first load that has failed is tried again. */
  isLoading: boolean
  /** True after the first response or failure, also while it is loaded again. */
  wasRead: boolean
  /** True while loading, for the first time or again. */
  isFetching: boolean
  /** True while `data` is still the response for the previous input. */
  isPrevious: boolean
  error: Error | null
  /** Props of the error panel; undefined without an error to show. */
  failure: ReadFailure | undefined
  /** The time at which `data` was loaded; null until then. */
  readAt: Date | null
  reload: () => Promise<unknown>
}

type Source<Data> = Pick<UseQueryOptions<Data>, 'queryKey' | 'queryFn'>

/** The state of a read as props of `DataTable`, for a table whose rows are only a part of the response. */
export const tableOf = ({ failure, reload, isFetching }: Pick<Read<unknown>, 'failure' | 'reload' | 'isFetching'>) => ({
  error: failure?.message,
  lastUpdated: failure?.lastUpdated,
  onRetry: () => void reload(),
  busy: isFetching,
})

/** The data and load state of a query for screens, shared by `useRead` and `useEveryRow`. */
export function useSource<Data>(source: Source<Data>, options: ReadOptions = {}): Read<Data> {
  const { failed, keepPrevious, staleMs, everyMs, live } = options
  const asked = useQuery<Data>({
    ...source,
    ...(keepPrevious && { placeholderData: keepPreviousData<Data> as never }),
    ...(staleMs !== undefined && { staleTime: staleMs }),
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    ...(live && rereadEveryMinute),
  })
  const { data, error, isFetching } = asked
  const reload = () => asked.refetch()
  const readAt = asked.dataUpdatedAt === 0 ? null : new Date(asked.dataUpdatedAt)
  const message = queryMessage({ error, data }, failed)
  return {
    data,
    isLoading: asked.isPending,
    wasRead: asked.isFetched,
    isFetching,
    isPrevious: asked.isPlaceholderData,
    error,
    failure:
      message === undefined
        ? undefined
        : {
            message,
            onRetry: () => void reload(),
            busy: isFetching,
            lastUpdated: readAt && data ? formatInstantTime(readAt) : undefined,
          },
    readAt,
    reload,
  }
}

/**
 * Reads an endpoint and caches the response, shared by readers of the same input; `useAction` reloads it by endpoint. A
 * `null` input reads nothing.
 */
export function useRead<E extends Endpoint>(e: E, input: Input<E> | null, options?: ReadOptions): Read<Output<E>> {
  const source = input === null ? { queryKey: [e.url, null] as const, queryFn: skipToken } : query(e, input)
  return useSource(source as Source<Output<E>>, options)
}
