import type { ReadTx } from '#server/db/pool.ts'
import type { ReadContext } from '#server/lib/context.ts'
import {
  product,
  proposedOrder,
  type inventoryContract,
  type Category,
  type Product,
} from '#shared/inventory/contract.ts'
import type { forSaleContract } from '#shared/inventory/for-sale-contract.ts'
import type { stockContract } from '#shared/inventory/stock-contract.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { isoInManila, manilaDate } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { PageQuery } from '#shared/lib/paging.ts'
import * as views from './views.ts'

const pesosOrNull = (centavos: number | null) => (centavos === null ? null : toPesos(centavos))

const pictureAddress = (name: string | null) => (name === null ? null : `/api/product-pictures/${name}`)

/**
 * Presents a product with exactly the fields of the contract. A column with the same name as its field needs no line
 * here.
 */
export const presentProduct = ({
  picture_path,
  price_centavos,
  cost_centavos,
  updated_at,
  ...row
}: Awaited<ReturnType<typeof views.productById>>): Product =>
  product.parse({
    ...row,
    image: pictureAddress(picture_path),
    price: pesosOrNull(price_centavos),
    cost: pesosOrNull(cost_centavos),
    updated_at: isoInManila(updated_at),
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
  { tx, branchId, now }: ReadContext,
  query: views.ProductQuery,
): Promise<Answer<typeof inventoryContract.products>> {
  const { rows, total } = await views.productPage(tx, { branchId, today: manilaDate(now) }, query)
  return { data: rows.map(presentProduct), ...counters(query, total) }
}

export async function listProductsForSale({
  tx,
  branchId,
}: ReadContext): Promise<Answer<typeof forSaleContract.products>> {
  const rows = await views.productsWithPrice(tx, branchId)
  return {
    data: rows.map(({ price_centavos, cost_centavos: _, ...row }) => ({ ...row, price: toPesos(price_centavos) })),
  }
}

export async function listProductsToOrder(
  { tx, branchId, now }: ReadContext,
  query: Parameters<typeof views.orderPage>[2],
): Promise<Answer<typeof stockContract.order>> {
  const { rows, total } = await views.orderPage(tx, { branchId, today: manilaDate(now) }, query)
  return {
    data: rows.map(({ unit_cost_centavos, last_supplier, ...row }) => ({
      ...row,
      proposed: proposedOrder(row),
      supplier: last_supplier,
      unit_cost: pesosOrNull(unit_cost_centavos),
    })),
    ...counters(query, total),
  }
}

export async function listCategories(
  tx: ReadTx,
  query: PageQuery,
): Promise<Answer<typeof inventoryContract.categories>> {
  const { rows, total } = await views.categoryPage(tx, query)
  return { data: rows.map(presentCategory), ...counters(query, total) }
}

/** The most products that a form offers for a searched name. */
const MOST_CHOICES = 20

/** The first products whose names contain the searched words. */
export const listChoices = async (
  { tx, branchId }: ReadContext,
  search: string,
): Promise<Answer<typeof stockContract.choices>> => ({
  data: await views.supplyChoices(tx, branchId, search, MOST_CHOICES),
})
