import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#shared/lib/http-client.ts'

const MAX_RETRIES = 2

/**
 * An error (4xx) is an answer: asking again brings the same. What broke off, or is busy, is asked twice more. A time-out
 * is told at once: the person has waited for as long as was promised, and trying again is theirs.
 */
export function mayRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const isApiError = error.status >= 400 && error.status < 500
  return !isApiError && !['aborted', 'timeout'].includes(error.code) && failures < MAX_RETRIES
}

/** Asking too often is no news for the person while the screen has something to keep. */
const isTooMany = (error: unknown): boolean => error instanceof ApiError && error.status === 429

const isTimeOut = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'timeout'

/**
 * The sentence of a failed query for the screen; undefined when there is none to show. `own` is what the screen says of
 * a failure itself; a time-out has the same words everywhere.
 */
export function sentenceOf({ error, data }: { error: unknown; data?: unknown }, own?: string): string | undefined {
  if (!(error instanceof Error) || (data !== undefined && isTooMany(error))) return undefined
  return isTimeOut(error) ? error.message : (own ?? error.message)
}

const warnQuietly = (error: Error, query: { queryKey: readonly unknown[] }) => {
  if (isTooMany(error)) console.warn(`${String(query.queryKey[0])}: asked too often`)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: warnQuietly }),
  defaultOptions: {
    queries: {
      retry: mayRetry,
      staleTime: 5_000,
      // Without a connection a call fails with its sentence; a query that waits for one would show a skeleton for ever.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
