import { createHash } from 'node:crypto'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { requirePackages } from '#server/prepaid/public.ts'
import type { importsContract } from '#shared/imports/contract.ts'
import { headingKey } from '#shared/imports/match-columns.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import * as queries from './queries.ts'
import { readList } from './read-file.ts'
import type { StoredColumn } from './stored-columns.ts'

/** The number of rows that are stored in one transaction while a file is read. */
const READ_AT_ONCE = 500
const MAX_FILE_NAME = 200

const headingsKeyOf = (columns: readonly StoredColumn[]) =>
  createHash('sha256')
    .update(JSON.stringify(columns.map(({ heading }) => headingKey(heading))))
    .digest('hex')

/** The name of an uploaded file without its folders, which some browsers send. */
const fileNameOf = (file: File) =>
  (file.name.split(/[/\\]/).at(-1)!.replace(/\p{C}/gu, '').trim() || 'file').slice(-MAX_FILE_NAME)

/**
 * Stores an uploaded file as the rows of a new import batch, some hundred rows in each transaction, so that neither
 * memory nor a transaction grows with the file. Throws a 422 for a file that is no table, and deletes its batch. Throws
 * a 409 for a file of open packages if the clinic has switched packages off.
 */
export async function uploadFile(
  context: DetachedContext<Principal>,
  { kind, file }: Parsed<typeof importsContract.upload>['body'],
): Promise<{ data: { id: string } }> {
  const { user, branchId, now } = context
  const [id, file_name] = [newId(), fileNameOf(file)]
  const by = { created_by: user.id, created_by_name: user.name, created_at: now, worked_at: now }
  const unread = { state: 'reading', columns: '[]', headings_key: '', row_count: 0 } as const
  await context.inTransaction(async (inside) => {
    if (kind === 'packages') await requirePackages(inside)
    await queries.insertBatch(inside.tx, { ...by, id, branch_id: branchId, kind, file_name, ...unread })
  })
  try {
    const { columns, rows } = await readList(file, kind, {
      chunkSize: READ_AT_ONCE,
      save: (chunk) => context.inTransaction(async ({ tx }) => void (await queries.insertRows(tx, id, chunk))),
    })
    await context.inTransaction(async (inside) => {
      const values = { columns: JSON.stringify(columns), headings_key: headingsKeyOf(columns), row_count: rows }
      await queries.updateBatch(inside.tx, id, { ...values, state: 'uploaded' })
      const parameters = { kind, file: file_name, rows }
      await writeAuditLog(inside, { type: 'imports.file.read', subjectId: id, parameters })
    })
  } catch (error) {
    await context.inTransaction(({ tx }) => queries.deleteBatch(tx, id))
    throw error
  }
  return { data: { id } }
}
