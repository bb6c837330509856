import type { Context, ReadContext } from '#server/lib/context.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { AppError } from '#server/lib/app-error.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import { answersOf, type FormAnswers } from '#shared/forms/answers.ts'
import { questionsOf, type FormContent } from '#shared/forms/form.ts'
import type { Filling, FillableForm, SentAnswers } from '#shared/forms/signing-contract.ts'
import { signingMessages as s } from '#shared/forms/signing-messages.ts'
import { isAdultOn } from '#shared/forms/age.ts'
import { isoInManila, manilaDate } from '#shared/lib/manila-time.ts'
import { findBirthDate } from './age.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** The largest draft that is stored, in characters of its JSON: several pages of text and drawings. */
const MAX_DRAFT = 600_000

/** Returns those answers of a draft that fit the form, because drafts are stored without being checked. */
const validAnswers = (content: FormContent, answers: FormAnswers): FormAnswers =>
  Object.fromEntries(
    questionsOf(content).flatMap((field) => {
      const answer = answers[field.id]
      const alone = { title: '', sections: [{ id: 'one', title: '', fields: [field] }] }
      return answer !== undefined && answersOf(alone).safeParse({ [field.id]: answer }).success
        ? [[field.id, answer]]
        : []
    }),
  )

type Shown = {
  clientId: string
  versionIds: readonly string[]
  /** The hand-over of the tablet on which the forms are shown. Its own drafts are always shown. */
  handOverId?: string
  /** If true, the forms are shown without the drafts that the client has entered elsewhere. */
  hidesDrafts?: boolean
}

/** The form versions with their drafts, as the page for filling in shows them. */
async function fillableForms(
  tx: ReadTx,
  branchId: string,
  { clientId, versionIds, handOverId, hidesDrafts = false }: Shown,
): Promise<FillableForm[]> {
  if (versionIds.length === 0) return []
  const versions = await views.versionsByIds(tx, branchId, versionIds)
  const formIds = versions.map(({ form_id }) => form_id)
  const own = handOverId === undefined ? [] : await views.draftsOfHandOvers(tx, { handOverId })
  const drafts = hidesDrafts ? own : [...own, ...(await views.draftsOf(tx, clientId, formIds))]
  return versions.map(({ id, form_id, content }) => {
    const draft = drafts.find((one) => one.form_id === form_id)
    return {
      form_version_id: id,
      title: content.title,
      content,
      draft: draft ? validAnswers(content, draft.answers) : null,
    }
  })
}

/** What a client sees who fills in forms: the first name, whether a guardian signs, and the forms. */
export async function presentFilling(
  { tx, branchId, now }: ReadContext,
  client: Shown & { firstName: string },
): Promise<Filling> {
  const birthDate = await findBirthDate(tx, client.clientId)
  return {
    first_name: client.firstName,
    is_adult: birthDate === null ? null : isAdultOn(birthDate, manilaDate(now)),
    ...(client.hidesDrafts && client.handOverId === undefined && { is_draft_on_device: true as const }),
    forms: await fillableForms(tx, branchId, client),
  }
}

/** Removes the signatures from answers, so that nobody else can send a form with the signature of whoever began it. */
export function withoutSignatures<A>(content: FormContent, answers: Readonly<Record<string, A>>): Record<string, A> {
  const signed = questionsOf(content).filter(({ kind }) => kind === 'signature' || kind === 'initials')
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !signed.some((field) => field.id === id)))
}

type Draft = {
  personId: string
  versionId: string
  answers: SentAnswers
  /** The hand-over in which the draft was typed on the clinic's tablet; undefined for a draft from home. */
  handOverId?: string
  /** True if the page for filling in hides drafts: what it has not shown must not be replaced. */
  hidesDrafts?: boolean
  /** False once the form is signed: a save that arrives late must not bring the draft back. */
  isOpen: () => Promise<boolean>
}

/**
 * Keeps the answers of a half-filled form. The answers are checked only when the client signs. Throws a 409 if the page
 * hides drafts, because then the answers stay on the device.
 */
export async function keepDraft(
  { tx, branchId, now }: Context,
  { personId, versionId, answers, handOverId, hidesDrafts = false, isOpen }: Draft,
): Promise<{ saved_at: string }> {
  if (hidesDrafts) throw new AppError('conflict', s.draftOnDevice)
  const [version] = await views.versionsByIds(tx, branchId, [versionId])
  if (!version) throw new AppError('not_found', s.formUnknown)
  if (JSON.stringify(answers).length > MAX_DRAFT) throw new AppError('too_large', s.answerInvalid)
  // Signing takes the same lock, so a form cannot be signed between this check that it is open and the save of the
  // draft.
  const client = await lockClientForUpdate(tx, personId)
  if (!client) throw new AppError('not_found', s.clientUnknown)
  const kept = withoutSignatures(version.content, answers)
  const draft = { clientId: client.client_id, versionId, answers: kept, now }
  if (await isOpen())
    await (handOverId === undefined
      ? queries.saveDraft(tx, draft)
      : queries.saveHandOverDraft(tx, { ...draft, handOverId }))
  return { saved_at: isoInManila(now) }
}
