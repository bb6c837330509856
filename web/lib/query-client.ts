import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#shared/lib/http-client.ts'

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

/** A 429 is not shown while there is data on screen. */
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
