import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { rereadAll } from '#web/lib/query.ts'

export type List<Row> = { data: Row[]; total: number }

/**
 * The calls whose data is reloaded after a change of the catalogue. A change of one list can affect the others, because
 * they show names of treatments.
 */
export const catalogueReads = [
  catalogueContract.treatments,
  catalogueContract.treatment,
  catalogueContract.services,
  catalogueContract.addOns,
  bookingCatalogueContract.treatments,
  bookingCatalogueContract.services,
]

export const without = <Row extends { id: string }>(list: List<Row>, gone: Row): List<Row> => ({
  ...list,
  data: list.data.filter((row) => row.id !== gone.id),
  total: list.total - 1,
})

export const withChanged = <Row extends { id: string }>(list: List<Row>, changed: Row): List<Row> => ({
  ...list,
  data: list.data.map((row) => (row.id === changed.id ? changed : row)),
})

/** The number of running changes; a list that is loaded before all have ended could show the state before a change. */
const underWay = new WeakMap<QueryClient, number>()
const count = (queries: QueryClient, by: 1 | -1): number => {
  const left = (underWay.get(queries) ?? 0) + by
  underWay.set(queries, left)
  return left
}

/**
 * Shows a change at once, and restores the list if it fails (the error is rethrown). Lists are reloaded after the last
 * of several changes.
 */
export async function optimistically<Row>(
  queries: QueryClient,
  key: QueryKey,
  apply: (list: List<Row>) => List<Row>,
  call: () => Promise<unknown>,
): Promise<void> {
  count(queries, 1)
  await queries.cancelQueries({ queryKey: key })
  const before = queries.getQueryData<List<Row>>(key)
  queries.setQueryData<List<Row>>(key, (list) => list && apply(list))
  try {
    await call()
  } catch (error) {
    queries.setQueryData(key, before)
    throw error
  } finally {
    if (count(queries, -1) === 0) void rereadAll(queries, catalogueReads)
  }
}
