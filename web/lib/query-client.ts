import { QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from '#shared/lib/call.ts'

const MAX_RETRIES = 2

/** A refusal (4xx) is an answer: asking again brings the same. What did not answer, or is busy, is asked twice more. */
export function mayRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  const isRefusal = error.status >= 400 && error.status < 500
  return !isRefusal && error.code !== 'aborted' && failures < MAX_RETRIES
}

/** Asking too often is no news for the person while the screen has something to keep. */
export const isTooMany = (error: unknown): boolean => error instanceof CallError && error.status === 429

/** The sentence of a failed query for the screen; undefined when there is none to show. */
export const sentenceOf = ({ error, data }: { error: unknown; data?: unknown }): string | undefined =>
  error instanceof Error && (data === undefined || !isTooMany(error)) ? error.message : undefined

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
