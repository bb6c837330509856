import { expect, test } from 'vitest'
import { ApiError } from '#shared/lib/http-client.ts'
import { mayRetry, sentenceOf } from './query-client.ts'

const refused = (status: number) => new ApiError(status, 'conflict', 'No.')

test.each([400, 401, 403, 404, 409, 422, 429])('an error (%i) is an answer and is not asked for again', (status) => {
  expect(mayRetry(0, refused(status))).toBe(false)
})

test('what broke off, or could not be answered, is asked twice more', () => {
  for (const error of [refused(503), refused(500), new ApiError(0, 'no_answer', '')])
    expect([0, 1, 2].map((failures) => mayRetry(failures, error))).toEqual([true, true, false])
})

test('a time-out, what was given up, and what is a fault of the page itself, is not asked for again', () => {
  expect(mayRetry(0, new ApiError(0, 'timeout', ''))).toBe(false)
  expect(mayRetry(0, new ApiError(0, 'aborted', ''))).toBe(false)
  expect(mayRetry(0, new TypeError('x is not a function'))).toBe(false)
})

test('having asked too often is no news for the person while there is something on the screen', () => {
  expect(sentenceOf({ error: refused(429), data: [] })).toBeUndefined()
  expect(sentenceOf({ error: refused(429) })).toBe('No.')
  expect(sentenceOf({ error: refused(409), data: [] })).toBe('No.')
  expect(sentenceOf({ error: null })).toBeUndefined()
  expect(sentenceOf({ error: null }, 'Not loaded.')).toBeUndefined()
})

test('a screen has its own words for a failure, but not for a time-out', () => {
  expect(sentenceOf({ error: refused(500) }, 'Not loaded.')).toBe('Not loaded.')
  expect(sentenceOf({ error: new ApiError(0, 'timeout', 'Timed out.') }, 'Not loaded.')).toBe('Timed out.')
})
