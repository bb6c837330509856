import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { rereadAll } from '#web/lib/query.ts'

export type List<Row> = { data: Row[]; total: number }

/** A treatment's name stands in the other lists too: after a change, all of them are read again. */
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

/** Shows a change at once. When it fails, the list is as it was and is read again; the failure goes on to the caller. */
export async function optimistically<Row>(
  queries: QueryClient,
  key: QueryKey,
  apply: (list: List<Row>) => List<Row>,
  call: () => Promise<unknown>,
): Promise<void> {
  await queries.cancelQueries({ queryKey: key })
  const before = queries.getQueryData<List<Row>>(key)
  queries.setQueryData<List<Row>>(key, (list) => list && apply(list))
  try {
    await call()
  } catch (error) {
    queries.setQueryData(key, before)
    throw error
  } finally {
    void rereadAll(queries, catalogueReads)
  }
}
