import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { newId } from '#server/lib/new-id.ts'
import { discardPicture, withPicture } from '#server/lib/stored-pictures.ts'
import { DEFAULT_LOW_STOCK_LEVEL, type inventoryContract, type Product } from '#shared/inventory/contract.ts'
import { inventoryEvents } from '#shared/inventory/events.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import { MAX_STOCK, roundAmount } from '#shared/inventory/movement.ts'
import { suppliesMessages } from '#shared/catalogue/supplies-messages.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { searchable } from '#shared/lib/names.ts'
import * as queries from './queries.ts'
import { recordAdjustment, recordMovement } from './record-movement.ts'
import { readProduct, requireProduct } from './require-product.ts'
import * as views from './views.ts'

type Fields = Omit<Parsed<typeof inventoryContract.createProduct>['body'], 'image'>
type ChangedFields = Omit<Parsed<typeof inventoryContract.updateProduct>['body'], 'image'>

const centavosOrNull = (pesos: number | null) => (pesos === null ? null : toCentavos(pesos))

const columns = ({ low_stock_level = DEFAULT_LOW_STOCK_LEVEL, price = null, cost = null, ...fields }: Fields) => ({
  ...fields,
  low_stock_level,
  price_centavos: centavosOrNull(price),
  cost_centavos: centavosOrNull(cost),
  search_text: searchable(fields.name),
})

/** The category of a product; throws a 422 if it is deleted. */
async function requireExistingCategory({ tx }: Context, id: string) {
  const category = await queries.lockCategoryShared(tx, id)
  if (!category) throw invalid('category_id', s.noSuchCategory)
  return category
}

export async function insertProduct(
  context: Context<Principal>,
  fields: Fields,
  picture: string | null,
): Promise<Product> {
  const category = await requireExistingCategory(context, fields.category_id)
  const id = newId()
  const times = { created_at: context.now, updated_at: context.now }
  await queries.insertProduct(context.tx, {
    id,
    branch_id: context.branchId,
    ...columns(fields),
    picture_path: picture,
    ...times,
  })
  const { name, quantity, unit_type } = fields
  const parts = quantity === 0 ? [] : [{ batch_id: null, amount: quantity }]
  await recordMovement(context, { id, quantity: 0 }, { kind: 'receive', parts, reason: null })
  const parameters = { name, category: category.name, quantity, unit_type }
  await writeAuditLog(context, { type: 'inventory.product.created', subjectId: id, parameters })
  return readProduct(context, id)
}

/**
 * Throws a 422 for a deleted category or a product of the same name in it. The picture is stored only with the product.
 */
export function createProduct(
  context: DetachedContext<Principal>,
  folder: string,
  fields: Fields,
  picture: File | undefined,
): Promise<Product> {
  const save = (name: string | null) => context.inTransaction((inside) => insertProduct(inside, fields, name))
  return picture ? withPicture(folder, picture, 'image', save) : save(null)
}

type Changed = { product: Product; replaced: string | null }

/** The stock after a change. Throws a 422 when the change takes more than there is, or exceeds the maximum. */
function stockAfter(inStock: number, { quantity, quantity_change = 0 }: ChangedFields): number {
  if (quantity !== undefined && quantity < 0 && quantity !== inStock) throw invalid('quantity', s.stock)
  if (quantity !== undefined) return quantity
  const left = roundAmount(inStock + quantity_change)
  if (left < 0 && quantity_change < 0) throw invalid('quantity_change', s.inStock(inStock))
  if (left > MAX_STOCK) throw invalid('quantity_change', s.quantity)
  return left
}

/** The fields of a product that a change can set. */
function changeableFields(product: Product) {
  const { id: _1, image: _2, next_expiry: _3, category_name: _4, updated_at: _5, version: _6, ...fields } = product
  return fields
}

/**
 * Returns the fields of a product after a change. A field that is not sent stays; null removes price, cost or barcode.
 */
function fieldsAfter(before: Product, changed: ChangedFields): ReturnType<typeof changeableFields> {
  const { quantity_change: _, ...sent } = changed
  const set = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  return { ...changeableFields(before), ...set, quantity: stockAfter(before.quantity, changed) }
}

async function changeProduct(
  context: Context<Principal>,
  id: string,
  changed: ChangedFields,
  picture: string | null,
): Promise<Changed> {
  const row = await requireProduct(context, id)
  const before = await readProduct(context, id)
  const fields = fieldsAfter(before, changed)
  const category = await requireExistingCategory(context, fields.category_id)
  const after = { ...fields, ...(picture !== null && { image: picture }) }
  const changes = changesBetween(inventoryEvents['inventory.product.changed'], before, after, {
    category_id: { from: before.category_name, to: category.name },
  })
  if (changes.length === 0) return { product: before, replaced: null }
  requireVersion(context, before)
  const difference = roundAmount(fields.quantity - row.quantity)
  await recordAdjustment(context, row, { difference, reason: null })
  const newPicture = picture === null ? {} : { picture_path: picture }
  await queries.updateProduct(context.tx, id, { ...columns(fields), ...newPicture, updated_at: context.now })
  const parameters = { name: fields.name }
  await writeAuditLog(context, { type: 'inventory.product.changed', subjectId: id, parameters, changes })
  return { product: await readProduct(context, id), replaced: picture === null ? null : row.picture_path }
}

/**
 * Changes a product. A new picture replaces the old one, which is deleted after the commit. Throws a 404 for an unknown
 * product, a 409 for a stale form, and a 422 for a deleted category, a name in use or too little stock.
 */
export async function updateProduct(
  context: DetachedContext<Principal>,
  folder: string,
  id: string,
  fields: ChangedFields,
  picture: File | undefined,
): Promise<Product> {
  const save = (name: string | null) => context.inTransaction((inside) => changeProduct(inside, id, fields, name))
  const { product, replaced } = picture ? await withPicture(folder, picture, 'image', save) : await save(null)
  if (replaced !== null) await discardPicture(context, folder, replaced)
  return product
}

/**
 * Deletes a product permanently, and then its picture. Throws a 404 for an unknown product, and a 409 while a service
 * uses it.
 */
export async function deleteProduct(context: DetachedContext<Principal>, folder: string, id: string): Promise<void> {
  const { picture_path } = await context.inTransaction(async (inside) => {
    const row = await requireProduct(inside, id)
    const services = await views.servicesUsing(inside.tx, id)
    if (services.length > 0) throw new AppError('conflict', suppliesMessages.usedByServices(services))
    await queries.deleteProduct(inside.tx, id)
    const { name, quantity, unit_type } = row
    const parameters = { name, quantity, unit_type }
    await writeAuditLog(inside, { type: 'inventory.product.deleted', subjectId: id, parameters })
    return row
  })
  if (picture_path !== null) await discardPicture(context, folder, picture_path)
}
