import { recordChartRead, requireChart, requireClinicalRecord } from '#server/charts/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { findPersonOfClient } from '#server/people/find-person.ts'
import { lockClientAgainstMerge } from '#server/people/merge-records.ts'
import { limitToHandOver } from '#server/sessions/public.ts'
import type { handOverContract, SentAnswers, Signature } from '#shared/forms/signing-contract.ts'
import { signingMessages as s } from '#shared/forms/signing-messages.ts'
import { callMessages } from '#shared/lib/messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { keepDraft, presentFilling, withoutSignatures } from './filling.ts'
import { signForm } from './sign-form.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type Start = Parsed<typeof handOverContract.start>['body']

/** Throws a 404 for a visit of somebody else, or for a signed copy of another client or form. */
async function requireSubjects(context: Context<Principal>, body: Start, clientId: string): Promise<string> {
  const { tx, branchId, now, user } = context
  const { appointment_id, corrects, form_version_ids } = body
  const versions = await views.versionsByIds(tx, branchId, form_version_ids)
  if (versions.length !== new Set(form_version_ids).size) throw new AppError('not_found', s.formUnknown)
  const visit = appointment_id === null ? null : await views.visitById(tx, branchId, appointment_id)
  if (visit !== null && visit?.client_id !== clientId) throw new AppError('not_found', s.visitUnknown)
  // The tablet then shows the old answers, which are a part of the chart.
  if (corrects !== null && !user.permissions.has('charts.read'))
    throw new AppError('forbidden', callMessages.notAllowed)
  const copy = corrects === null ? null : await views.copyById(tx, corrects.id)
  const isOfThisForm = copy?.form_id === versions[0]?.form_id && versions.length === 1
  if (copy !== null && (copy?.client_id !== clientId || !isOfThisForm)) throw new AppError('not_found', s.copyUnknown)
  // A correction begins with the answers of the old copy, and is signed anew.
  const answers = copy ? withoutSignatures(copy.content, copy.answers) : null
  if (answers) await queries.saveDraft(tx, { clientId, versionId: versions[0]!.id, answers, now })
  if (copy) await recordChartRead(context, { clientId, kind: 'form', subjectId: copy.id })
  return versions.map(({ content }) => content.title).join(', ')
}

/** Who reads charts may hand over only for those; the front desk may for every client. */
async function requireClient(context: Context<Principal>, clientId: string): Promise<string> {
  if (context.user.permissions.has('charts.read')) return (await requireChart(context, clientId)).person_id
  await requireClinicalRecord(context)
  const person = await findPersonOfClient(context.tx, clientId)
  if (!person) throw new AppError('not_found', s.clientUnknown)
  return person.person_id
}

/** Limits this session to the forms of a client, because the tablet is about to be in the client's hands. */
export async function startHandOver(context: Context<Principal>, body: Start): Promise<{ id: string }> {
  const { tx, now, user, branchId } = context
  const client = await lockClientAgainstMerge(tx, await requireClient(context, body.client_id))
  if (!client) throw new AppError('not_found', s.clientUnknown)
  const form = await requireSubjects(context, body, client.client_id)
  const id = newId()
  await queries.insertHandOver(tx, {
    id,
    branch_id: branchId,
    client_id: client.client_id,
    form_version_ids: [...new Set(body.form_version_ids)],
    appointment_id: body.appointment_id,
    corrects: body.corrects?.id ?? null,
    correction_reason: body.corrects?.reason ?? null,
    started_at: now,
    started_by: user.id,
  })
  await limitToHandOver(context, id)
  await writeAuditLog(context, {
    type: 'forms.tablet.handed-over',
    subjectId: client.id,
    parameters: { client: client.name, form },
  })
  return { id }
}

/** The hand-over to which this session is limited. Throws a 404 without one. */
export async function requireHandOver({ tx, user }: ReadContext<Principal>): Promise<views.HandOverRow> {
  const found = user.hand_over_id === null ? undefined : await views.handOverById(tx, user.hand_over_id)
  if (!found) throw new AppError('not_found', s.noHandOver)
  return found
}

/** The forms of this session's hand-over that are not signed yet. */
export async function currentHandOver(
  context: ReadContext<Principal>,
): Promise<Answer<typeof handOverContract.current>['data']> {
  const handOver = await requireHandOver(context)
  const signed = await views.signedDuring(context.tx, handOver.id)
  const person = await views.firstNameOf(context.tx, handOver.person_id)
  const filling = await presentFilling(context, {
    clientId: handOver.client_id,
    firstName: person.first_name,
    versionIds: handOver.form_version_ids.filter((id) => !signed.includes(id)),
    // Who may not read charts must not see what the client has entered at home.
    ...(!context.user.permissions.has('charts.read') && { draftsSince: handOver.started_at }),
  })
  return { ...filling, id: handOver.id, started_by: handOver.started_by_name }
}

const requireForm = (handOver: views.HandOverRow, versionId: string) => {
  if (!handOver.form_version_ids.includes(versionId)) throw new AppError('not_found', s.formUnknown)
}

export async function saveHandOverDraft(
  context: Context<Principal>,
  draft: { versionId: string; answers: SentAnswers },
): Promise<{ saved_at: string }> {
  const handOver = await requireHandOver(context)
  requireForm(handOver, draft.versionId)
  const isOpen = async () => !(await views.signedDuring(context.tx, handOver.id)).includes(draft.versionId)
  return keepDraft(context, { ...draft, personId: handOver.person_id, isOpen })
}

export async function signOnTablet(context: Context<Principal>, body: Signature) {
  const handOver = await requireHandOver(context)
  requireForm(handOver, body.form_version_id)
  const { corrects, correction_reason: reason } = handOver
  return signForm(context, body, {
    personId: handOver.person_id,
    visitId: handOver.appointment_id,
    channel: 'tablet',
    handOver: { id: handOver.id, byId: handOver.started_by, byName: handOver.started_by_name },
    correction: corrects === null || reason === null ? null : { corrects, reason },
  })
}
