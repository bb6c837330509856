import { expect, test } from 'vitest'
import { userQueryOf } from './user-filters.ts'

const address = { search: '', role: '', closed: 'hide', closure: 'all', page: 1 }

test('the address names the filters of the list', () => {
  expect(userQueryOf({ search: ' ana ', role: 'cashier', closed: 'show', closure: 'requested', page: 3 })).toEqual({
    search: 'ana',
    role: 'cashier',
    closed: 'show',
    closure: 'requested',
    page: 3,
    per_page: 10,
  })
})

test.each([
  [{ role: 'owner' }, { role: undefined }],
  [{ closed: 'maybe' }, { closed: 'hide' }],
  [{ closure: 'maybe' }, { closure: 'all' }],
  [{ page: 0 }, { page: 1 }],
  [{ page: 99_999_999 }, { page: 1_000_000 }],
])('what is no filter counts as not given: %j', (wrong, expected) => {
  expect(userQueryOf({ ...address, ...wrong })).toMatchObject(expected)
})

test('a search is no longer than the server takes', () => {
  expect(userQueryOf({ ...address, search: 'x'.repeat(300) }).search).toHaveLength(100)
})
