import { sql, type Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { FormHandOvers, SignedForms } from '#server/db/schema.ts'
import type { SentAnswers } from '#shared/forms/signing-contract.ts'

export const insertCopy = (tx: Tx, row: Insertable<SignedForms>) => tx.insertInto('signed_forms').values(row).execute()

type Draft = { clientId: string; versionId: string; answers: SentAnswers; now: Date }

/** Keeps the answers of a half-filled form in place of earlier ones. */
export const saveDraft = (tx: Tx, { clientId, versionId, answers, now }: Draft) =>
  tx
    .insertInto('form_answer_drafts')
    .values({ client_id: clientId, form_version_id: versionId, answers: JSON.stringify(answers), saved_at: now })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'form_version_id']).doUpdateSet({
        answers: sql`excluded.answers`,
        hand_over_id: null,
        saved_at: sql`excluded.saved_at`,
      }),
    )
    .execute()

/** Keeps the answers of a half-filled form on a handed-over tablet, apart from the client's other draft of the form. */
export const saveHandOverDraft = (
  tx: Tx,
  { handOverId, clientId, versionId, answers, now }: Draft & { handOverId: string },
) =>
  tx
    .insertInto('form_hand_over_drafts')
    .values({
      hand_over_id: handOverId,
      form_version_id: versionId,
      client_id: clientId,
      answers: JSON.stringify(answers),
      saved_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['hand_over_id', 'form_version_id']).doUpdateSet({
        client_id: sql`excluded.client_id`,
        answers: sql`excluded.answers`,
        saved_at: sql`excluded.saved_at`,
      }),
    )
    .execute()

/** Deletes the drafts of all versions of a form, also those of hand-overs. */
export async function deleteDrafts(tx: Tx, clientId: string, formId: string): Promise<void> {
  for (const table of ['form_answer_drafts', 'form_hand_over_drafts'] as const)
    await tx
      .deleteFrom(table)
      .where('client_id', '=', clientId)
      .where('form_version_id', 'in', (eb) => eb.selectFrom('form_versions').select('id').where('form_id', '=', formId))
      .execute()
}

export const deleteHandOverDrafts = (tx: Tx, clientId: string) =>
  tx.deleteFrom('form_hand_over_drafts').where('client_id', '=', clientId).execute()

export const insertHandOver = (tx: Tx, row: Insertable<FormHandOvers>) =>
  tx.insertInto('form_hand_overs').values(row).execute()

export const endHandOver = (tx: Tx, id: string, values: { ended_at: Date; ended_by: string }) =>
  tx.updateTable('form_hand_overs').set(values).where('id', '=', id).where('ended_at', 'is', null).execute()
