import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type {
  NoteTemplates,
  TreatmentNoteAdditions,
  TreatmentNoteProducts,
  TreatmentNotes,
  TreatmentNoteVersions,
} from '#server/db/schema.ts'

/** Locks the treatment note of a visit until the transaction ends; undefined if the visit has none. */
export const lockNote = (tx: Tx, appointmentId: string) =>
  tx
    .selectFrom('treatment_notes')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .forUpdate()
    .executeTakeFirst()

/** Adds the treatment note of a visit. Returns false if somebody else has started it meanwhile. */
export const insertNote = async (tx: Tx, row: Insertable<TreatmentNotes>): Promise<boolean> => {
  const added = await tx
    .insertInto('treatment_notes')
    .values(row)
    .onConflict((conflict) => conflict.column('appointment_id').doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

export const updateNote = (tx: Tx, id: string, values: Updateable<TreatmentNotes>) =>
  tx.updateTable('treatment_notes').set(values).where('id', '=', id).execute()

export const insertVersion = (tx: Tx, row: Insertable<TreatmentNoteVersions>) =>
  tx.insertInto('treatment_note_versions').values(row).execute()

/** Replaces the products that a treatment note names. */
export async function replaceProducts(
  tx: Tx,
  noteId: string,
  rows: readonly Insertable<TreatmentNoteProducts>[],
): Promise<void> {
  await tx.deleteFrom('treatment_note_products').where('note_id', '=', noteId).execute()
  if (rows.length > 0) await tx.insertInto('treatment_note_products').values(rows).execute()
}

/** Adds a text to a signed treatment note; a repeated request adds nothing. Returns whether the row is new. */
export const insertAddition = async (tx: Tx, row: Insertable<TreatmentNoteAdditions>): Promise<boolean> => {
  const added = await tx
    .insertInto('treatment_note_additions')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

export const lockTemplate = (tx: Tx, branchId: string, key: string) =>
  tx
    .selectFrom('note_templates')
    .selectAll()
    .where('branch_id', '=', branchId)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()

/** Adds or changes a template of treatment notes. */
export const saveTemplate = (tx: Tx, row: Insertable<NoteTemplates>) =>
  tx
    .insertInto('note_templates')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['branch_id', 'key'])
        .doUpdateSet({ content: row.content, version: row.version ?? 1, updated_at: row.updated_at }),
    )
    .execute()

export const deleteTemplate = (tx: Tx, branchId: string, key: string) =>
  tx.deleteFrom('note_templates').where('branch_id', '=', branchId).where('key', '=', key).execute()

/**
 * Assigns a note template to exactly these treatments. If one of them had another template, this template replaces it.
 */
export async function assignTreatments(
  tx: Tx,
  { branch_id, template_key }: { branch_id: string; template_key: string },
  treatmentIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('note_template_treatments')
    .where('branch_id', '=', branch_id)
    .where('template_key', '=', template_key)
    .execute()
  if (treatmentIds.length === 0) return
  await tx
    .insertInto('note_template_treatments')
    .values(treatmentIds.map((treatment_id) => ({ treatment_id, branch_id, template_key })))
    .onConflict((conflict) => conflict.column('treatment_id').doUpdateSet({ template_key }))
    .execute()
}
