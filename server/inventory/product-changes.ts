import { record } from '#server/history-logs/service.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import { changedFields } from '#server/lib/changed-fields.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { discardPicture, withPicture } from '#server/lib/stored-pictures.ts'
import type { inventoryContract, Product } from '#shared/inventory/contract.ts'
import { inventorySentences as s } from '#shared/inventory/sentences.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { searchable } from '#shared/lib/names.ts'
import * as queries from './queries.ts'
import { productToWire } from './to-wire.ts'
import * as views from './views.ts'

type Fields = Omit<Parsed<typeof inventoryContract.createProduct>['body'], 'image'>
type By = Context<Principal>
type Detached = DetachedContext<Principal>

const columns = (fields: Fields) => ({ ...fields, search_text: searchable(fields.name) })

async function toChange({ tx }: By, id: string) {
  const row = await queries.productToChange(tx, id)
  if (!row) throw new AppError('not_found', s.productNotFound)
  return row
}

/** The category that a product is put into; throws 422 for one that is gone. */
async function categoryOf({ tx }: By, id: string) {
  const category = await queries.categoryToShare(tx, id)
  if (!category) throw invalid('category_id', s.noSuchCategory)
  return category
}

const answer = async ({ tx }: By, id: string): Promise<Product> => productToWire(await views.productById(tx, id))

const log = (context: By, type: 'create' | 'update' | 'delete', action: string, id: string, changed?: string[]) =>
  record(context, { type, action, subject: 'product', subjectId: id, ...(changed && { changed }) })

async function insert(context: By, fields: Fields, picture: string | null): Promise<Product> {
  const category = await categoryOf(context, fields.category_id)
  const id = newId()
  const times = { created_at: context.now, updated_at: context.now }
  await queries.insertProduct(context.tx, { id, ...columns(fields), picture_path: picture, ...times })
  const stock = `${fields.quantity} ${fields.unit_type}`
  await log(context, 'create', `Added the product ${fields.name} to ${category.name}, quantity ${stock}`, id)
  return answer(context, id)
}

/** Throws 422 for a category that is gone or has a product of this name; the picture is kept only with the product. */
export function createProduct(
  context: Detached,
  folder: string,
  fields: Fields,
  picture: File | undefined,
): Promise<Product> {
  const save = (name: string | null) => context.inTransaction((inside) => insert(inside, fields, name))
  return picture ? withPicture(folder, picture, 'image', save) : save(null)
}

/** What the log tells of a change: the fields by name, and the stock in numbers. */
const changeInWords = (before: Product, after: Fields) =>
  before.quantity === after.quantity
    ? `Changed the product ${after.name}`
    : `Changed the product ${after.name}: quantity from ${before.quantity} to ${after.quantity}`

type Changed = { product: Product; replaced: string | null }

async function change(context: By, id: string, fields: Fields, picture: string | null): Promise<Changed> {
  const row = await toChange(context, id)
  await categoryOf(context, fields.category_id)
  const before = await answer(context, id)
  const changed = [...changedFields(before, fields), ...(picture === null ? [] : ['image'])]
  if (changed.length === 0) return { product: before, replaced: null }
  const newPicture = picture === null ? {} : { picture_path: picture }
  await queries.updateProduct(context.tx, id, { ...columns(fields), ...newPicture, updated_at: context.now })
  await log(context, 'update', changeInWords(before, fields), id, changed)
  return { product: await answer(context, id), replaced: picture === null ? null : row.picture_path }
}

/**
 * Changes a product; the picture only when a new one is given, the old one then goes once the change is kept.
 * Throws 404 for an unknown product, 422 for a category that is gone or has a product of this name.
 */
export async function updateProduct(
  context: Detached,
  folder: string,
  id: string,
  fields: Fields,
  picture: File | undefined,
): Promise<Product> {
  const save = (name: string | null) => context.inTransaction((inside) => change(inside, id, fields, name))
  const { product, replaced } = picture ? await withPicture(folder, picture, 'image', save) : await save(null)
  if (replaced !== null) await discardPicture(context, folder, replaced)
  return product
}

/** Deletes a product for good, and then its picture. Throws 404 for an unknown one. */
export async function deleteProduct(context: Detached, folder: string, id: string): Promise<void> {
  const { picture_path } = await context.inTransaction(async (inside) => {
    const row = await toChange(inside, id)
    await queries.deleteProduct(inside.tx, id)
    await log(inside, 'delete', `Deleted the product ${row.name}, quantity ${row.quantity} ${row.unit_type}`, id)
    return row
  })
  if (picture_path !== null) await discardPicture(context, folder, picture_path)
}
