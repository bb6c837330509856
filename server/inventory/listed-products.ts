import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { TaxClass } from '#shared/lib/taxes.ts'
import { createCategory } from './category-changes.ts'
import { insertProduct } from './product-changes.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** A product of a list, with the name of its category. */
export type ListedProduct = {
  name: string
  category: string
  quantity: number
  unit_type: string
  low_stock_level: number | undefined
  /** In pesos; null for a product that is not sold. */
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
 * Deletes a product that was added by mistake, and its category if that was added with it and is empty. Returns why it
 * must stay; null if it is gone.
 */
export async function removeListedProduct(
  context: Context<Principal>,
  { id, newCategory }: { id: string; newCategory: string | null },
  unchangedSince: Date,
): Promise<'changed' | null> {
  const { tx } = context
  const row = await queries.lockProduct(tx, id)
  if (row && row.updated_at > unchangedSince) return 'changed'
  if (row) {
    await queries.deleteProduct(tx, id)
    const { name, quantity, unit_type } = row
    const parameters = { name, quantity, unit_type }
    await writeAuditLog(context, { type: 'inventory.product.deleted', subjectId: id, parameters })
  }
  if (newCategory !== null) await queries.deleteEmptyCategory(tx, newCategory)
  return null
}
