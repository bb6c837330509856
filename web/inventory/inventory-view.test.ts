import { expect, test } from 'vitest'
import { productQueryOf } from './inventory-view.ts'

const address = { search: '', category: '', size: 5, page: 1 }
const category = '01900000-0000-7000-8000-00000000abcd'

test('the address names search, category, size and page of the supplies', () => {
  expect(productQueryOf({ search: ' gloves ', category, size: 20, page: 3 })).toEqual({
    search: 'gloves',
    category_id: category,
    per_page: 20,
    page: 3,
  })
})

test.each([
  [{ size: 7 }, { per_page: 5 }],
  [{ size: 100 }, { per_page: 5 }],
  [{ page: 0 }, { page: 1 }],
  [{ page: 999_999_999 }, { page: 1_000_000 }],
  [{ category: 'gloves' }, { category_id: undefined }],
  [{ category: '-'.repeat(36) }, { category_id: undefined }],
])('what the list does not know counts as not given: %j', (wrong, expected) => {
  expect(productQueryOf({ ...address, ...wrong })).toMatchObject(expected)
})

test('a search for supplies is no longer than the server takes', () => {
  expect(productQueryOf({ ...address, search: 'x'.repeat(300) }).search).toHaveLength(100)
})
