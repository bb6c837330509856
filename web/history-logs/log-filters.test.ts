import { expect, test } from 'vitest'
import { queryOf } from './log-filters.ts'

const none = { search: '', type: '', sort: 'newest', page: '1' }
const everything = { search: '', type: undefined, sort: 'newest', page: 1, per_page: 10 }

test('an address without filters asks for everything, newest first', () => {
  expect(queryOf(none)).toEqual(everything)
})

test('an address with filters asks for them', () => {
  expect(queryOf({ search: ' ana ', type: 'system', sort: 'oldest', page: '12' })).toEqual({
    search: 'ana',
    type: 'system',
    sort: 'oldest',
    page: 12,
    per_page: 10,
  })
})

test.each([
  { type: 'other' },
  { sort: 'sideways' },
  { page: '0' },
  { page: '-1' },
  { page: '1.5' },
  { page: 'two' },
  { page: '99999999' },
])('a hand-written address with %o is read as if it were not there', (wrong) => {
  expect(queryOf({ ...none, ...wrong })).toEqual(everything)
})

test('a search longer than the server takes is cut', () => {
  expect(queryOf({ ...none, search: 'x'.repeat(300) }).search).toHaveLength(100)
})
