import type { Endpoint, Input, Output } from '#shared/lib/endpoint.ts'
import { MAX_SEARCH } from '#shared/lib/paging.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { useRead, type ReadOptions } from './use-read.ts'

type Options = Pick<ReadOptions, 'failed' | 'live'> & {
  /** How long the typing pauses before the server is asked, in milliseconds. */
  pauseMs?: number
}

/**
 * Asks the server what a box suggests for `typed`, once the typing pauses; null as input asks nothing. `answer` belongs to
 * the present text. While that answer is awaited, and after it failed, there is none: an answer to earlier text must not
 * be chosen. `box` holds the props of the `Combobox` that shows it.
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
    /** Nothing newer is being read either: what is missing from the answer does not exist. */
    isFresh: answer !== undefined && !read.isFetching,
    error: isPresent ? read.error : null,
    failure,
    box: { filtered: true, loading: answer === undefined && failure === undefined, failure },
  }
}
