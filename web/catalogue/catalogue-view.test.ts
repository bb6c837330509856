import { expect, test } from 'vitest'
import { catalogueViewOf } from './catalogue-view.ts'

const plain = { section: 'treatments', search: '', treatment: '', deleted: 'no', page: 1 }
const id = '01900000-0000-7000-8000-00000000ffff'

test('the address names the section and what its list shows', () => {
  const view = catalogueViewOf({ section: 'add-ons', search: ' peel ', treatment: id, deleted: 'yes', page: 3 })
  expect(view).toEqual({
    section: 'add-ons',
    query: { search: 'peel', treatment_id: id, deleted: 'yes', page: 3, per_page: 5 },
  })
})

test('what a hand-written address gets wrong counts as not given', () => {
  expect(catalogueViewOf({ ...plain, section: 'users', treatment: "' or 1=1", deleted: 'maybe', page: 0 })).toEqual({
    section: 'treatments',
    query: { search: '', treatment_id: undefined, deleted: 'no', page: 1, per_page: 5 },
  })
  expect(catalogueViewOf({ ...plain, search: 'x'.repeat(500), page: 999_999_999 }).query).toMatchObject({
    search: 'x'.repeat(100),
    page: 1_000_000,
  })
})
