import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Category } from '#shared/inventory/contract.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import { searchable } from '#shared/lib/names.ts'
import * as queries from './queries.ts'
import { presentCategory } from './read-supplies.ts'
import * as views from './views.ts'

const nameColumns = (name: string) => ({ name, search_text: searchable(name) })

async function requireCategory({ tx }: Context, id: string) {
  const row = await queries.lockCategory(tx, id)
  if (!row) throw new AppError('not_found', s.categoryNotFound)
  return row
}

const readCategory = async ({ tx }: Context, id: string): Promise<Category> =>
  presentCategory(await views.categoryById(tx, id))

/** Throws a 422 for a name in use, regardless of case. */
export async function createCategory(context: Context<Principal>, name: string): Promise<Category> {
  const id = newId()
  await queries.insertCategory(context.tx, { id, ...nameColumns(name), created_at: context.now })
  await writeAuditLog(context, { type: 'inventory.category.created', subjectId: id, parameters: { name } })
  return readCategory(context, id)
}

/** Throws a 404 for an unknown category, a 422 for a name in use, and a 409 for a stale form. */
export async function renameCategory(context: Context<Principal>, id: string, name: string): Promise<Category> {
  const before = await requireCategory(context, id)
  if (before.name === name) return readCategory(context, id)
  requireVersion(context, await readCategory(context, id))
  await queries.updateCategory(context.tx, id, nameColumns(name))
  await writeAuditLog(context, {
    type: 'inventory.category.renamed',
    subjectId: id,
    parameters: { before: before.name, name },
    changes: [{ field: 'name', from: before.name, to: name }],
  })
  return readCategory(context, id)
}

/** Deletes a category. Throws a 404 if it is unknown, and a 409 with the number of products that still use it. */
export async function deleteCategory(context: Context<Principal>, id: string): Promise<void> {
  // Locks before counting, so that a product added meanwhile is either counted or finds the category deleted.
  const row = await requireCategory(context, id)
  const { product_count } = await readCategory(context, id)
  if (product_count > 0) throw new AppError('conflict', s.categoryInUse(product_count))
  await queries.deleteCategory(context.tx, id)
  await writeAuditLog(context, { type: 'inventory.category.deleted', subjectId: id, parameters: { name: row.name } })
}
