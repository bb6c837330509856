import { keepPreviousData, skipToken, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '#shared/lib/endpoint.ts'
import { formatInstantTime } from '#shared/lib/manila-time.ts'
import { query, rereadEveryMinute } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'

export type ReadOptions = {
  /** What the screen says when it fails; the server's own message unless told. A time-out has the same words everywhere. */
  failed?: string
  /** Keeps what was read for another input on the screen until the answer is there. */
  keepPrevious?: boolean
  /** How long an answer counts as fresh, in milliseconds; 5 s unless told. */
  staleMs?: number
  /** Reads again after so many milliseconds. */
  everyMs?: number | false
  /** For what happens now: reads again every minute and when the connection is back. */
  live?: boolean
}

/** A failed read, as `ErrorPanel` takes it. */
export type ReadFailure = { message: string; onRetry: () => void; busy: boolean; lastUpdated: string | undefined }

export type Read<Data> = {
  data: Data | undefined
  /** Nothing has come yet, neither an answer nor a failure. */
  isLoading: boolean
  /** Being read, for the first time or again. */
  isFetching: boolean
  /** `data` was read for another input. */
  isPrevious: boolean
  error: Error | null
  /** What to show of a failure; undefined when there is nothing to show. */
  failure: ReadFailure | undefined
  /** When `data` was read; null before. */
  readAt: Date | null
  reload: () => Promise<unknown>
}

type Source<Data> = Pick<UseQueryOptions<Data>, 'queryKey' | 'queryFn'>

/** What `useRead` and `useEveryRow` have in common. */
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
  const message = sentenceOf({ error, data }, failed)
  return {
    data,
    isLoading: asked.isPending,
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
 * Reads one endpoint and keeps the answer; every reader of the same input shares it, and `useAction` has it read again by
 * the endpoint. `null` as input reads nothing yet.
 */
export function useRead<E extends Endpoint>(e: E, input: Input<E> | null, options?: ReadOptions): Read<Output<E>> {
  const source = input === null ? { queryKey: [e.url, null] as const, queryFn: skipToken } : query(e, input)
  return useSource(source as Source<Output<E>>, options)
}
