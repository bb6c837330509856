import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Json } from '#server/db/schema.ts'
import { givePassword, type TestUser } from '#server/test/factories.ts'
import type { FormAnswers } from '#shared/forms/answers.ts'
import type { FormContent } from '#shared/forms/form.ts'
import type { Signature } from '#shared/forms/signing-contract.ts'
import { hashOfCopy } from './copy-hash.ts'

export const STAFF_PASSWORD = 'a password of the staff'

/** Returns the content of a short consent form for tests, with one question and a signature. */
export const consent = (title = 'Peel consent'): FormContent => ({
  title,
  sections: [
    {
      id: 'main',
      title: 'Consent',
      fields: [
        { id: 'words', kind: 'paragraph', text: 'My skin may turn red for some days.' },
        { id: 'skin', kind: 'short_text', label: 'Skin type', hint: '', is_required: true },
        { id: 'sign', kind: 'signature', label: 'Your signature', hint: '', is_required: true },
      ],
    },
  ],
})

export const answers: FormAnswers = {
  skin: 'Dry',
  sign: {
    kind: 'drawn',
    strokes: [
      [
        [100, 500],
        [400, 420],
      ],
    ],
  },
}

/** The request body that a browser sends for a signed form. */
export const signatureFor = (form_version_id: string, more: Partial<Signature> = {}): Signature => ({
  id: newId(),
  form_version_id,
  answers,
  is_adult: true,
  guardian: null,
  signed_at: '2026-11-21T08:55:00+08:00',
  ...more,
})

/** Publishes a version of a form that every client signs once; returns the version's id. */
export async function publishForm(db: Database, content: FormContent, earlier?: { formId: string; number: number }) {
  const author = await db.selectFrom('accounts').select('person_id').limit(1).executeTakeFirstOrThrow()
  const formId = earlier?.formId ?? newId()
  const now = new Date('2026-11-01T09:00:00+08:00')
  const json = JSON.stringify(content)
  if (!earlier)
    await db
      .insertInto('forms')
      .values({
        id: formId,
        branch_id: MAIN_BRANCH_ID,
        draft: json,
        frequency: 'once',
        created_at: now,
        updated_at: now,
      })
      .execute()
  const versionId = newId()
  await db
    .insertInto('form_versions')
    .values({
      id: versionId,
      form_id: formId,
      number: earlier?.number ?? 1,
      content: json,
      asks_again: true,
      published_at: now,
      published_by: author.person_id,
      published_by_name: 'Owner',
    })
    .execute()
  return { formId, versionId }
}

export type SigningClinic = BookingClinic & { formId: string; versionId: string }

/** A clinic with the clinical record switched on, one published form, and a cashier with a password. */
export async function startSigningClinic(
  options: Parameters<typeof startBookingClinic>[0] = {},
): Promise<SigningClinic> {
  const clinic = await startBookingClinic({ now: new Date('2026-11-21T09:00:00+08:00'), ...options })
  const { db } = clinic.server
  await db.updateTable('chart_settings').set({ is_on: true }).execute()
  await givePassword(db, clinic.cashier.id, STAFF_PASSWORD)
  return { ...clinic, ...(await publishForm(db, consent())) }
}

/** Stores a signed copy and a half-filled form of a client without a visit; returns the id of the copy. */
export async function addSignedCopy(db: Database, { clientId, name }: TestUser): Promise<string> {
  const { formId, versionId } = await publishForm(db, consent(`Consent of ${name}`))
  const now = new Date('2026-11-20T10:00:00+08:00')
  const copy = {
    id: newId(),
    branch_id: MAIN_BRANCH_ID,
    signed_for: clientId!,
    form_id: formId,
    form_version_id: versionId,
    version_number: 1,
    appointment_id: null,
    title: `Consent of ${name}`,
    content: consent(`Consent of ${name}`),
    answers: answers as Json,
    client_name: name,
    signer_name: name,
    guardian_relation: null,
    signed_at: now,
    received_at: now,
    channel: 'profile' as const,
    device: 'Chrome 142 on Android',
    hand_over_id: null,
    handed_over_by: null,
    handed_over_by_name: null,
    corrects: null,
    correction_reason: null,
  }
  const json = { content: JSON.stringify(copy.content), answers: JSON.stringify(answers) }
  await db
    .insertInto('signed_forms')
    .values({ ...copy, ...json, client_id: clientId!, hash: hashOfCopy(copy) })
    .execute()
  const draft = { client_id: clientId!, form_version_id: versionId, answers: json.answers, saved_at: now }
  await db.insertInto('form_answer_drafts').values(draft).execute()
  return copy.id
}
