import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { mayRetry, queryMessage, rereadAll } from './query.ts'

const { products } = inventoryContract

/** A displayed list whose responses the test sends. */
function listOnScreen() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = []
  const queryFn = () => new Promise<string>((resolve, reject) => asked.push({ resolve, reject }))
  const seen: (string | undefined)[] = []
  new QueryObserver(queries, { queryKey: [products.url], queryFn }).subscribe(({ data }) => seen.push(data))
  return { queries, asked, seen }
}

test('data that was being loaded when a change was made is requested only once more, even if several changes were made', async () => {
  const { queries, asked, seen } = listOnScreen()
  const reread = [rereadAll(queries, [products]), rereadAll(queries, [products])]
  asked[0]!.resolve('as it was')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]!.resolve('changed')
  await Promise.all(reread)
  expect(asked).toHaveLength(2)
  expect(seen.at(-1)).toBe('changed')
})

test('a first request for data that fails is not repeated because of a change meanwhile', async () => {
  const { queries, asked } = listOnScreen()
  const reread = rereadAll(queries, [products])
  asked[0]!.reject(new Error('No answer.'))
  await reread
  expect(asked).toHaveLength(1)
})

test('a request that changes data does not wait until the data prefetched for another page are read again; they are read when that page opens', async () => {
  const { queries, asked } = listOnScreen()
  asked[0]!.resolve('as it was')
  const ahead = { queryKey: [products.url, 'ahead'], staleTime: Infinity }
  const answers: ((answer: string) => void)[] = []
  const ask = () => new Promise<string>((resolve) => answers.push(resolve))
  const asking = queries.fetchQuery({ ...ahead, queryFn: ask })
  const reread = rereadAll(queries, [products])
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]!.resolve('changed')
  await reread
  answers[0]!('as it was')
  await asking
  await vi.waitFor(() => expect(queries.getQueryState(ahead.queryKey)?.isInvalidated).toBe(true))
})

test('data that is displayed is requested again at once after a change', async () => {
  const { queries, asked, seen } = listOnScreen()
  asked[0]!.resolve('as it was')
  await vi.waitFor(() => expect(seen.at(-1)).toBe('as it was'))
  const reread = rereadAll(queries, [products])
  expect(asked).toHaveLength(2)
  asked[1]!.resolve('changed')
  await reread
  expect(seen.at(-1)).toBe('changed')
})

const refused = (status: number) => new ApiError(status, 'conflict', 'No.')

test.each([400, 401, 403, 404, 409, 422, 429])('a request answered with the error %i is not retried', (status) => {
  expect(mayRetry(0, refused(status))).toBe(false)
})

test('a request for data that fails in the server or gets no answer is retried twice', () => {
  for (const error of [refused(503), refused(500), new ApiError(0, 'no_answer', '')])
    expect([0, 1, 2].map((failures) => mayRetry(failures, error))).toEqual([true, true, false])
})

test('a request for data is not retried after a timeout, a cancellation or an error of the page itself', () => {
  expect(mayRetry(0, new ApiError(0, 'timeout', ''))).toBe(false)
  expect(mayRetry(0, new ApiError(0, 'aborted', ''))).toBe(false)
  expect(mayRetry(0, new TypeError('x is not a function'))).toBe(false)
})

test('a rate-limit error is not shown while the page has data', () => {
  expect(queryMessage({ error: refused(429), data: [] })).toBeUndefined()
  expect(queryMessage({ error: refused(429) })).toBe('No.')
  expect(queryMessage({ error: refused(409), data: [] })).toBe('No.')
  expect(queryMessage({ error: null })).toBeUndefined()
  expect(queryMessage({ error: null }, 'Not loaded.')).toBeUndefined()
})

test('when data cannot be loaded, a page shows its own text, but after a timeout the text about the timeout', () => {
  expect(queryMessage({ error: refused(500) }, 'Not loaded.')).toBe('Not loaded.')
  expect(queryMessage({ error: new ApiError(0, 'timeout', 'Timed out.') }, 'Not loaded.')).toBe('Timed out.')
})
