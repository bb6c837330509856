import { expect, test } from 'vitest'
import { appointmentsContract } from './appointments/contract.ts'
import { catalogueContract } from './catalogue/contract.ts'
import { clientsContract } from './clients/contract.ts'
import { historyLogsContract } from './history-logs/contract.ts'
import { INVENTORY_PAGE_SIZES, inventoryContract } from './inventory/contract.ts'
import { salesContract } from './sales/contract.ts'
import { usersContract } from './users/contract.ts'

/** Default page sizes, written by hand from the specification. */
const sizes = [
  [inventoryContract.products, 5],
  [clientsContract.list, 10],
  [catalogueContract.treatments, 5],
  [catalogueContract.services, 5],
  [catalogueContract.addOns, 5],
  [appointmentsContract.mine, 5],
  [salesContract.mine, 5],
  [usersContract.list, 10],
  [historyLogsContract.list, 10],
  [salesContract.list, 12],
] as const

test('every list has the page size of the specification', () => {
  for (const [list, size] of sizes) expect([list.url, list.querystring.parse({}).per_page]).toEqual([list.url, size])
})

test('the supplies have five, ten, fifteen or twenty rows to a page', () => {
  expect(INVENTORY_PAGE_SIZES).toEqual([5, 10, 15, 20])
})
