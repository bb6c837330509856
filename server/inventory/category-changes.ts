import { record } from '#server/history-logs/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Category } from '#shared/inventory/contract.ts'
import { inventorySentences as s } from '#shared/inventory/sentences.ts'
import { searchable } from '#shared/lib/names.ts'
import * as queries from './queries.ts'
import { categoryToWire } from './to-wire.ts'
import * as views from './views.ts'

type By = Context<Principal>

const named = (name: string) => ({ name, search_text: searchable(name) })

async function toChange({ tx }: By, id: string) {
  const row = await queries.categoryToChange(tx, id)
  if (!row) throw new AppError('not_found', s.categoryNotFound)
  return row
}

const answer = async ({ tx }: By, id: string): Promise<Category> => categoryToWire(await views.categoryById(tx, id))

const log = (context: By, type: 'create' | 'update' | 'delete', action: string, id: string, changed?: string[]) =>
  record(context, { type, action, subject: 'category', subjectId: id, ...(changed && { changed }) })

/** Throws 422 for a name that is taken, whatever its case. */
export async function createCategory(context: By, name: string): Promise<Category> {
  const id = newId()
  await queries.insertCategory(context.tx, { id, ...named(name), created_at: context.now })
  await log(context, 'create', `Added the category ${name}`, id)
  return answer(context, id)
}

/** Throws 404 for an unknown category, 422 for a name that is taken. */
export async function renameCategory(context: By, id: string, name: string): Promise<Category> {
  const before = await toChange(context, id)
  if (before.name === name) return answer(context, id)
  await queries.updateCategory(context.tx, id, named(name))
  await log(context, 'update', `Renamed the category ${before.name} to ${name}`, id, ['name'])
  return answer(context, id)
}

/** Throws 404 for an unknown category, 409 with the number of products while any stand in it. */
export async function deleteCategory(context: By, id: string): Promise<void> {
  // Held first and counted then: a product that is being put into it either is counted or finds it gone.
  const row = await toChange(context, id)
  const { product_count } = await answer(context, id)
  if (product_count > 0) throw new AppError('conflict', s.categoryInUse(product_count))
  await queries.deleteCategory(context.tx, id)
  await log(context, 'delete', `Deleted the category ${row.name}`, id)
}
