import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageCount, pageQuery, pageWindow } from './paging.ts'

test.each([
  [1, 10, [1, 2, 3, 4, 5]],
  [3, 10, [1, 2, 3, 4, 5]],
  [6, 10, [4, 5, 6, 7, 8]],
  [10, 10, [6, 7, 8, 9, 10]],
  [2, 3, [1, 2, 3]],
  [1, 1, [1]],
])('on page %i of %i the pager shows %j', (page, pages, shown) => {
  expect(pageWindow(page, pages)).toEqual(shown)
})

test('an empty list has one page', () => {
  expect([pageCount(0, 10), pageCount(10, 10), pageCount(11, 10)]).toEqual([1, 1, 2])
})

const query = pageQuery(10, { role: z.string().optional() })

test('the query of a list gets page, size and search from the URL', () => {
  expect(query.parse({})).toEqual({ page: 1, per_page: 10, search: '' })
  expect(query.parse({ page: '3', per_page: '20', search: ' ana ' })).toEqual({ page: 3, per_page: 20, search: 'ana' })
})

test.each([
  ['page 0', { page: '0' }],
  ['page -1', { page: '-1' }],
  ['page 1e9', { page: '1e9' }],
  ['page 10^9', { page: '1000000000' }],
  ['101 rows', { per_page: '101' }],
  ['a page in words', { page: 'two' }],
  ['two pages at once', { page: ['1', '2'] }],
  ['a search of 101 characters', { search: 'x'.repeat(101) }],
  ['an unknown filter', { sort: 'name' }],
])('the query of a list with %s is rejected', (_, values) => {
  expect(query.safeParse(values).success).toBe(false)
})
