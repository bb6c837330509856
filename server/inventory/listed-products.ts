import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { TaxClass } from '#shared/lib/taxes.ts'
import { createCategory } from './category-changes.ts'
import { insertProduct } from './product-changes.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** A product of an imported file, with the name of its category. */
export type ListedProduct = {
  name: string
  category: string
  quantity: number
  unit_type: string
  low_stock_level: number | undefined
  /** The price in pesos; null for a product that is not sold. */
  price: number | null
  cost: number | null
  barcode: string | null
  tax_class: TaxClass
}

/**
 * Adds a product without a picture, and its category if there is none of that name. Returns the product's id, and the
 * category's id if it was added. Throws a 422 for a product of the same name in the category.
 */
export async function addListedProduct(
  context: Context<Principal>,
  { category, ...product }: ListedProduct,
): Promise<{ id: string; newCategory: string | null }> {
  const existing = await views.categoryNamed(context.tx, category)
  const category_id = existing?.id ?? (await createCategory(context, category)).id
  const { id } = await insertProduct(context, { ...product, category_id }, null)
  return { id, newCategory: existing ? null : category_id }
}

/**
 * Deletes a product whose import is undone, and its category if the import added the category and no other product is
 * in it. Returns why the product must stay; null if it was deleted.
 */
export async function removeListedProduct(
  context: Context<Principal>,
  { id, newCategory }: { id: string; newCategory: string | null },
  unchangedSince: Date,
): Promise<'changed' | null> {
  const { tx } = context
  const row = await queries.lockProduct(tx, id)
  if (row && row.updated_at > unchangedSince) return 'changed'
  // Somebody has added the product to a service since then. Deleting the product would remove it from that service.
  if (row && (await views.servicesUsing(tx, id)).length > 0) return 'changed'
  if (row) {
    await queries.deleteProduct(tx, id)
    const { name, quantity, unit_type } = row
    const parameters = { name, quantity, unit_type }
    await writeAuditLog(context, { type: 'inventory.product.deleted', subjectId: id, parameters })
  }
  if (newCategory !== null) await queries.deleteEmptyCategory(tx, newCategory)
  return null
}
