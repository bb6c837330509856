import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { Forms, FormVersions } from '#server/db/schema.ts'

/** Locks a form until the transaction ends, so that of two concurrent changes the later one sees the earlier one. */
export const lockForm = (tx: Tx, branchId: string, id: string) =>
  tx.selectFrom('forms').select('id').where('branch_id', '=', branchId).where('id', '=', id).forUpdate().execute()

/** Adds a form; returns false if there is one with this id. */
export async function insertForm(tx: Tx, row: Insertable<Forms>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('forms')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Changes a form and increases its version. */
export const updateForm = (tx: Tx, id: string, values: Updateable<Forms>) =>
  tx.updateTable('forms').set(values).where('id', '=', id).execute()

export const deleteForm = (tx: Tx, id: string) => tx.deleteFrom('forms').where('id', '=', id).execute()

export const insertVersion = (tx: Tx, row: Insertable<FormVersions>) =>
  tx.insertInto('form_versions').values(row).execute()
