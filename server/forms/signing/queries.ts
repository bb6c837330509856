import { sql, type Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { FormHandOvers, SignedForms } from '#server/db/schema.ts'
import type { SentAnswers } from '#shared/forms/signing-contract.ts'

export const insertCopy = (tx: Tx, row: Insertable<SignedForms>) => tx.insertInto('signed_forms').values(row).execute()

type Draft = { clientId: string; versionId: string; answers: SentAnswers; handOverId: string | null; now: Date }

/** Keeps the answers of a half-filled form in place of earlier ones. */
export const saveDraft = (tx: Tx, { clientId, versionId, answers, handOverId, now }: Draft) =>
  tx
    .insertInto('form_answer_drafts')
    .values({
      client_id: clientId,
      form_version_id: versionId,
      answers: JSON.stringify(answers),
      hand_over_id: handOverId,
      saved_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'form_version_id']).doUpdateSet({
        answers: sql`excluded.answers`,
        hand_over_id: sql`excluded.hand_over_id`,
        saved_at: sql`excluded.saved_at`,
      }),
    )
    .execute()

/** Deletes the drafts of all versions of a form. */
export const deleteDrafts = (tx: Tx, clientId: string, formId: string) =>
  tx
    .deleteFrom('form_answer_drafts')
    .where('client_id', '=', clientId)
    .where('form_version_id', 'in', (eb) => eb.selectFrom('form_versions').select('id').where('form_id', '=', formId))
    .execute()

export const insertHandOver = (tx: Tx, row: Insertable<FormHandOvers>) =>
  tx.insertInto('form_hand_overs').values(row).execute()

export const endHandOver = (tx: Tx, id: string, values: { ended_at: Date; ended_by: string }) =>
  tx.updateTable('form_hand_overs').set(values).where('id', '=', id).where('ended_at', 'is', null).execute()
