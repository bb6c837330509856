import { expect, test } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { everyEndpoint } from '#shared/contracts.ts'
import { historyLogsContract } from '#shared/history-logs/contract.ts'
import { INVENTORY_PAGE_SIZES, inventoryContract } from '#shared/inventory/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { usersContract } from '#shared/users/contract.ts'
import { writeListChange, parseListQuery } from './list-endpoint.ts'

const address = (text: string) => new URLSearchParams(text)

const logs = (text: string) => parseListQuery(historyLogsContract.list, address(text))
const everyLog = { search: '', type: undefined, sort: 'newest', page: 1, per_page: 10 }

test('a URL without filters requests all rows of the history log, newest first', () => {
  expect(logs('')).toEqual(everyLog)
})

test('the filters in a URL are sent in the request for a list', () => {
  expect(logs('search=+ana+&type=system&sort=oldest&page=12')).toEqual({
    search: 'ana',
    type: 'system',
    sort: 'oldest',
    page: 12,
    per_page: 10,
  })
})

test.each(['type=other', 'type=', 'sort=sideways', 'page=0', 'page=-1', 'page=1.5', 'page=two', 'per_page=50', 'x=1'])(
  'the invalid filter “%s” in a URL is ignored',
  (wrong) => {
    expect(logs(wrong)).toEqual(everyLog)
  },
)

test('an invalid filter in a URL does not affect the other filters', () => {
  expect(logs('type=other&sort=oldest&search=ana')).toEqual({ ...everyLog, sort: 'oldest', search: 'ana' })
})

test('a search in a URL that is too long is cut, and a page number that is too high becomes the highest allowed', () => {
  expect(logs(`search=${'x'.repeat(300)}`).search).toHaveLength(100)
  expect(logs('page=999999999').page).toBe(1_000_000)
})

const product = { names: { category_id: 'category', per_page: 'size' }, pageSizes: INVENTORY_PAGE_SIZES } as const
const supplies = (text: string) => parseListQuery(inventoryContract.products, address(text), product)
const category = '01900000-0000-7000-8000-00000000abcd'

test('the URL of the supplies contains search, category, page size and page number', () => {
  expect(supplies(`search=+gloves+&category=${category}&size=20&page=3`)).toEqual({
    search: 'gloves',
    category_id: category,
    per_page: 20,
    page: 3,
  })
})

test.each([
  ['size=7', { per_page: 5 }],
  ['size=100', { per_page: 5 }],
  ['per_page=20', { per_page: 5 }],
  ['page=0', { page: 1 }],
  ['page=999999999', { page: 1_000_000 }],
  ['category=gloves', { category_id: undefined }],
  [`category=${'-'.repeat(36)}`, { category_id: undefined }],
])('an unknown value in the URL of the supplies is ignored: %s', (wrong, expected) => {
  expect({ category_id: undefined, ...supplies(wrong) }).toMatchObject(expected)
})

test('the URL of the user list contains its filters', () => {
  const users = (text: string) => parseListQuery(usersContract.list, address(text))
  const filters = { role: 'cashier', closed: 'show', closure: 'requested' }
  expect(users('search=+ana+&role=cashier&closed=show&closure=requested&page=3')).toEqual({
    search: 'ana',
    ...filters,
    page: 3,
    per_page: 10,
  })
  expect(users('role=owner&closed=maybe&closure=maybe&page=0')).toEqual({
    search: '',
    closed: 'hide',
    closure: 'all',
    page: 1,
    per_page: 10,
  })
})

test('the URL of the client list contains its search, order and page', () => {
  const clients = (text: string) => parseListQuery(clientsContract.list, address(text), { pageSizes: [10, 20, 50] })
  expect(clients('search=+ana+&page=2&per_page=50')).toEqual({
    search: 'ana',
    page: 2,
    per_page: 50,
    sort: 'last-visit',
  })
  expect(clients(`search=${'x'.repeat(500)}&page=0&per_page=7`)).toEqual({
    search: 'x'.repeat(100),
    page: 1,
    per_page: 10,
    sort: 'last-visit',
  })
})

test('fixed filters of a list are sent regardless of the URL', () => {
  const fixed = { deleted: 'yes' } as const
  expect(parseListQuery(catalogueContract.treatments, address('deleted=no&search=peel'), { fixed })).toEqual({
    search: 'peel',
    deleted: 'yes',
    page: 1,
    per_page: 5,
  })
})

test('filters in a URL whose combination is invalid are ignored, and the other filters are used', () => {
  const sales = (text: string) => parseListQuery(salesContract.list, address(text))
  expect(sales('search=ana&from=2026-11-22&to=2026-11-16&page=2')).toEqual({ search: 'ana', page: 2, per_page: 12 })
  expect(sales('from=2026-11-16&to=2026-11-22')).toMatchObject({ from: '2026-11-16', to: '2026-11-22' })
})

test('a changed filter is written to the URL under its name, without default values, and the list returns to page 1', () => {
  const params = address('page=3&category=x&other=kept')
  writeListChange(inventoryContract.products, params, { category_id: category, per_page: 10 }, product)
  expect(params.toString()).toBe(`category=${category}&other=kept&size=10`)
  writeListChange(inventoryContract.products, params, { page: 2 }, product)
  writeListChange(inventoryContract.products, params, { page: 2, category_id: undefined, per_page: 5 }, product)
  expect(params.toString()).toBe('other=kept&page=2')
})

test('every paginated call returns one list of rows', () => {
  const paged = everyEndpoint.filter((e) => 'per_page' in (e.querystring?.shape ?? {}))
  expect(paged.length).toBeGreaterThan(10)
  for (const e of paged) {
    const { shape } = e.response as unknown as { shape: Record<string, { def: { type: string } }> }
    const lists = Object.values(shape).filter(({ def }) => def.type === 'array')
    expect(lists, e.url).toHaveLength(1)
  }
})
