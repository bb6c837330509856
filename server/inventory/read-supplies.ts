import type { ReadTx } from '#server/db/pool.ts'
import type { ReadContext } from '#server/lib/context.ts'
import type { inventoryContract, Category, Product } from '#shared/inventory/contract.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { PageQuery } from '#shared/lib/paging.ts'
import * as views from './views.ts'

const pesosOrNull = (centavos: number | null) => (centavos === null ? null : toPesos(centavos))

const pictureAddress = (name: string | null) => (name === null ? null : `/api/product-pictures/${name}`)

export const presentProduct = (row: Awaited<ReturnType<typeof views.productById>>): Product => ({
  id: row.id,
  name: row.name,
  image: pictureAddress(row.picture_path),
  quantity: row.quantity,
  low_stock_level: row.low_stock_level,
  unit_type: row.unit_type,
  category_id: row.category_id,
  category_name: row.category_name,
  price: pesosOrNull(row.price_centavos),
  cost: pesosOrNull(row.cost_centavos),
  barcode: row.barcode,
  tax_class: row.tax_class,
  senior_pwd_eligible: row.senior_pwd_eligible,
  updated_at: isoInManila(row.updated_at),
  version: row.version,
})

export const presentCategory = (row: Awaited<ReturnType<typeof views.categoryById>>): Category => ({
  id: row.id,
  name: row.name,
  created_at: isoInManila(row.created_at),
  product_count: row.product_count,
  version: row.version,
})

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
