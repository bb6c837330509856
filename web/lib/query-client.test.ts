import { expect, test } from 'vitest'
import { ApiError } from '#shared/lib/http-client.ts'
import { mayRetry, queryMessage } from './query-client.ts'

const refused = (status: number) => new ApiError(status, 'conflict', 'No.')

test.each([400, 401, 403, 404, 409, 422, 429])('an error answer (%i) is not retried', (status) => {
  expect(mayRetry(0, refused(status))).toBe(false)
})

test('an interrupted or unanswered request is retried twice', () => {
  for (const error of [refused(503), refused(500), new ApiError(0, 'no_answer', '')])
    expect([0, 1, 2].map((failures) => mayRetry(failures, error))).toEqual([true, true, false])
})

test('a timeout, a cancelled request and an error of the page itself are not retried', () => {
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

test('a page has its own text for a failure, but not for a timeout', () => {
  expect(queryMessage({ error: refused(500) }, 'Not loaded.')).toBe('Not loaded.')
  expect(queryMessage({ error: new ApiError(0, 'timeout', 'Timed out.') }, 'Not loaded.')).toBe('Timed out.')
})
