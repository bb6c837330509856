import { expect, test } from 'vitest'
import { clientsQueryOf } from './clients-filters.ts'

test('the address names what the list shows', () => {
  expect(clientsQueryOf({ search: ' ana ', page: 2, per_page: 50 })).toEqual({ search: 'ana', page: 2, per_page: 50 })
})

test('what a hand-written address gets wrong counts as not given', () => {
  expect(clientsQueryOf({ search: 'x'.repeat(500), page: 0, per_page: 7 })).toEqual({
    search: 'x'.repeat(100),
    page: 1,
    per_page: 10,
  })
})
