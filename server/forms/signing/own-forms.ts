import { isClinicalRecordOn, requireClinicalRecord, requireOwnChart } from '#server/charts/public.ts'
import { missingForms } from '#server/forms/public.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { awaitsConfirmation } from '#server/people/confirm-account.ts'
import { findClientOf } from '#server/people/find-person.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import type { ownFormsContract, SentAnswers, Signature, SignedForm } from '#shared/forms/signing-contract.ts'
import { signingMessages as s } from '#shared/forms/signing-messages.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { keepDraft, presentFilling } from './filling.ts'
import { isInTime } from './form-link.ts'
import { presentCopy, presentCopyRow } from './present-copy.ts'
import { signForm } from './sign-form.ts'
import { LATE_MS, signingTime } from './signing-time.ts'
import * as views from './views.ts'

/** The caller's client record. Throws a 404 when the clinic keeps no clinical record, or for staff. */
async function ownRecord(context: ReadContext<Principal>) {
  await requireClinicalRecord(context)
  const client = await findClientOf(context.tx, context.user.person_id)
  if (!client) throw new AppError('not_found', s.clientUnknown)
  return client
}

/** The caller's next visit, and the form versions that the caller has not signed for it yet. */
async function nextMissing({ tx, branchId, now }: ReadContext, clientId: string) {
  const visit = await views.nextVisitOf(tx, branchId, clientId, now)
  const [missing] = visit ? await missingForms(tx, { branchId, appointmentIds: [visit.id] }) : []
  return { visitId: visit?.id ?? null, versionIds: missing?.forms.map((form) => form.form_version_id) ?? [] }
}

/**
 * The forms that the caller is asked for and those that they have signed; none while the clinical record is off. While
 * the account awaits confirmation, the caller can fill in forms, but sees neither drafts nor signed forms.
 */
export async function ownForms(context: ReadContext<Principal>): Promise<Answer<typeof ownFormsContract.filling>> {
  const { tx, branchId, user } = context
  const client = await findClientOf(tx, user.person_id)
  if (!client || !(await isClinicalRecordOn(tx, branchId)))
    return { data: { first_name: user.name, is_adult: null, forms: [] }, signed: [] }
  const { client_id: clientId, first_name: firstName } = client
  const { versionIds } = await nextMissing(context, clientId)
  const isLocked = await awaitsConfirmation(tx, user.person_id)
  return {
    data: await presentFilling(context, { clientId, firstName, versionIds, hidesDrafts: isLocked }),
    signed: isLocked ? [] : (await views.copiesOf(tx, clientId)).map(presentCopyRow),
  }
}

export async function saveOwnDraft(
  context: Context<Principal>,
  draft: { versionId: string; answers: SentAnswers },
): Promise<{ saved_at: string }> {
  const client = await ownRecord(context)
  const isOpen = async () => (await nextMissing(context, client.client_id)).versionIds.includes(draft.versionId)
  const hidesDrafts = await awaitsConfirmation(context.tx, client.id)
  return keepDraft(context, { ...draft, personId: client.id, hidesDrafts, isOpen })
}

/**
 * The visit for which the caller signs a form: the next one that asks for it, or one that began within a day, for a
 * form that was signed before without a connection. Undefined if none asks for the form.
 */
async function visitAsking(
  context: Context<Principal>,
  clientId: string,
  body: Signature,
): Promise<string | undefined> {
  const { tx, branchId, now } = context
  const next = await nextMissing(context, clientId)
  if (next.visitId !== null && next.versionIds.includes(body.form_version_id)) return next.visitId
  const begun = await views.visitsBegunSince(tx, { branchId, clientId, since: new Date(now.getTime() - LATE_MS), now })
  const inTime = begun.filter((visit) => isInTime(visit, signingTime(body, now), now))
  const missing = await missingForms(tx, { branchId, appointmentIds: inTime.map(({ id }) => id) })
  const asks = ({ forms }: (typeof missing)[number]) =>
    forms.some((one) => one.form_version_id === body.form_version_id)
  return missing.find(asks)?.appointment_id
}

export async function signOwnForm(context: Context<Principal>, body: Signature) {
  const client = await ownRecord(context)
  // Two copies of one request wait for each other here, see `signByLink`.
  await lockClientForUpdate(context.tx, client.id)
  const isRepeated = (await views.copyById(context.tx, body.id)) !== undefined
  const visitId = await visitAsking(context, client.client_id, body)
  if (!isRepeated && visitId === undefined) throw new AppError('not_found', s.formUnknown)
  const by = {
    personId: client.id,
    visitId: visitId ?? null,
    channel: 'profile',
    handOver: null,
    correction: null,
  } as const
  return signForm(context, body, by)
}

/**
 * Reads the signed copy of a form. Throws a 404 unless the caller is the client who signed the form, and a 403 while
 * the account awaits confirmation.
 */
export async function ownCopy(context: ReadContext<Principal>, id: string): Promise<SignedForm> {
  await requireOwnChart(context)
  const client = await ownRecord(context)
  const copy = await views.copyById(context.tx, id)
  if (copy?.client_id !== client.client_id) throw new AppError('not_found', s.copyUnknown)
  return presentCopy(copy)
}
