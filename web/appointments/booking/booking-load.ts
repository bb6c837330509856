import { useCallback, useEffect, useState } from 'react'
import { callSentences } from '#shared/lib/errors.ts'

type BookingApi = typeof import('./booking-api.ts')

/** The calls of the booking page, loaded once. A part that could not be loaded is asked for again the next time. */
export const bookingApi = (): Promise<BookingApi> => import('./booking-api.ts')

export type Loaded<T> =
  | { status: 'loading' }
  | { status: 'ready'; data: T }
  /** Nothing is offered of what could not be read. */
  | { status: 'failed'; sentence: string }

export type Source<T> = Loaded<T> & {
  /** Reads again; what is known stays on the screen until the answer is there. */
  reload: () => void
}

type Kept<T> = { key: string | null; loaded: Loaded<T> }

const loading = { status: 'loading' } as const

/** No answer of ours: the part of the page that asks could not be loaded. */
const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.name === 'CallError' ? error.message : callSentences.noAnswer

/**
 * Reads something of the server under a key (a treatment, a date), again for another key. Answers that come too late
 * are forgotten. `null` reads nothing. `read` must be the same function every time.
 */
export function useLoaded<T>(
  key: string | null,
  read: (api: BookingApi, key: string, signal: AbortSignal) => Promise<T>,
): Source<T> {
  const [kept, setKept] = useState<Kept<T>>({ key: null, loaded: loading })
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    if (key === null) return
    const abort = new AbortController()
    const keep = (loaded: Loaded<T>) => {
      if (!abort.signal.aborted) setKept({ key, loaded })
    }
    bookingApi()
      .then((api) => read(api, key, abort.signal))
      .then((data) => keep({ status: 'ready', data }))
      .catch((error: unknown) => keep({ status: 'failed', sentence: sentenceOf(error) }))
    return () => abort.abort()
  }, [key, read, turn])

  const reload = useCallback(() => {
    // A failure is taken off at once: the person sees that something happens.
    setKept((present) => (present.loaded.status === 'failed' ? { ...present, loaded: loading } : present))
    setTurn((present) => present + 1)
  }, [])
  return { ...(kept.key === key ? kept.loaded : loading), reload }
}
