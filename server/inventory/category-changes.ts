import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/if-match.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Category } from '#shared/inventory/contract.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import { searchable } from '#shared/lib/names.ts'
import * as queries from './queries.ts'
import { presentCategory } from './present-product.ts'
import * as views from './views.ts'

type By = Context<Principal>

const named = (name: string) => ({ name, search_text: searchable(name) })

async function toChange({ tx }: By, id: string) {
  const row = await queries.categoryToChange(tx, id)
  if (!row) throw new AppError('not_found', s.categoryNotFound)
  return row
}

const answer = async ({ tx }: By, id: string): Promise<Category> => presentCategory(await views.categoryById(tx, id))

/** Throws 422 for a name that is taken, whatever its case. */
export async function createCategory(context: By, name: string): Promise<Category> {
  const id = newId()
  await queries.insertCategory(context.tx, { id, ...named(name), created_at: context.now })
  await writeAuditLog(context, { type: 'inventory.category.created', subjectId: id, parameters: { name } })
  return answer(context, id)
}

/** Throws 404 for an unknown category, 422 for a name that is taken, 409 for one changed since it was seen. */
export async function renameCategory(context: By, id: string, name: string): Promise<Category> {
  const before = await toChange(context, id)
  if (before.name === name) return answer(context, id)
  requireVersion(context, await answer(context, id))
  await queries.updateCategory(context.tx, id, named(name))
  await writeAuditLog(context, {
    type: 'inventory.category.renamed',
    subjectId: id,
    parameters: { before: before.name, name },
    changes: [{ field: 'name', from: before.name, to: name }],
  })
  return answer(context, id)
}

/** Throws 404 for an unknown category, 409 with the number of products while any stand in it. */
export async function deleteCategory(context: By, id: string): Promise<void> {
  // Held first and counted then: a product that is being put into it either is counted or finds it gone.
  const row = await toChange(context, id)
  const { product_count } = await answer(context, id)
  if (product_count > 0) throw new AppError('conflict', s.categoryInUse(product_count))
  await queries.deleteCategory(context.tx, id)
  await writeAuditLog(context, { type: 'inventory.category.deleted', subjectId: id, parameters: { name: row.name } })
}
