import type { QueryClient } from '@tanstack/react-query'
import { inventoryContract } from '#shared/inventory/contract.ts'

/** Products show the names of their categories, categories the number of their products: both are read again. */
export async function rereadInventory(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: [inventoryContract.products.url] }),
    queries.invalidateQueries({ queryKey: [inventoryContract.categories.url] }),
  ])
}
