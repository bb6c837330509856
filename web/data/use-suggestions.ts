import type { Endpoint, Input, Output } from '#shared/lib/endpoint.ts'
import { MAX_SEARCH } from '#shared/lib/paging.ts'
import { useDebounced } from '#web/lib/use-stable.ts'
import { useRead, type ReadOptions } from './use-read.ts'

type Options = Pick<ReadOptions, 'failed' | 'live'> & {
  /** Debounce time in milliseconds. */
  pauseMs?: number
}

/**
 * Reads suggestions for `typed`, debounced; nothing when the input is null. `answer` always belongs to the present
 * text: it is undefined while loading and after a failure, so that nobody chooses a suggestion for earlier text. `box`
 * holds the props of the `Combobox` that shows it.
 */
export function useSuggestions<E extends Endpoint>(
  e: E,
  typed: string,
  inputOf: (search: string) => Input<E> | null,
  { pauseMs = 200, ...options }: Options = {},
) {
  const text = typed.trim().slice(0, MAX_SEARCH)
  const search = useDebounced(text, pauseMs)
  const input = inputOf(search)
  const read = useRead(e, input, options)
  const isPresent = search === text
  const answer: Output<E> | undefined = isPresent && !read.error ? read.data : undefined
  const failure = isPresent && input !== null && !read.isLoading && answer === undefined ? read.failure : undefined
  return {
    answer,
    /** True when no newer answer is loading: an item missing from the answer does not exist. */
    isFresh: answer !== undefined && !read.isFetching,
    error: isPresent ? read.error : null,
    failure,
    box: { filtered: true, loading: answer === undefined && failure === undefined, failure },
  }
}
