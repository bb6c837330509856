import type { ReadTx } from '#server/db/pool.ts'
import type { ReadContext } from '#server/lib/context.ts'
import type { inventoryContract } from '#shared/inventory/contract.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import type { PageQuery } from '#shared/lib/paging.ts'
import { presentCategory, presentProduct } from './present-product.ts'
import * as views from './views.ts'

const counters = ({ page, per_page }: PageQuery, total: number) => ({ total, page, per_page })

export async function listProducts(
  { tx, branchId }: ReadContext,
  query: views.ProductQuery,
): Promise<Answer<typeof inventoryContract.products>> {
  const { rows, total } = await views.productPage(tx, branchId, query)
  return { data: rows.map(presentProduct), ...counters(query, total) }
}

export async function listCategories(
  tx: ReadTx,
  query: PageQuery,
): Promise<Answer<typeof inventoryContract.categories>> {
  const { rows, total } = await views.categoryPage(tx, query)
  return { data: rows.map(presentCategory), ...counters(query, total) }
}
