import { recordChartRead, requireChart, requireClinicalRecord } from '#server/charts/public.ts'
import { isSigned, readToken, signToken } from '#server/auth/link-tokens.ts'
import { serverSecret } from '#server/auth/server-secret.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { findPersonOfClient } from '#server/people/find-person.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import { limitToHandOver } from '#server/sessions/public.ts'
import type { handOverContract, SentAnswers, Signature } from '#shared/forms/signing-contract.ts'
import { signingMessages as s } from '#shared/forms/signing-messages.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { keepDraft, presentFilling, withoutSignatures } from './filling.ts'
import { foldDrafts } from './fold-drafts.ts'
import { signForm } from './sign-form.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type Start = Parsed<typeof handOverContract.start>['body']

/** Throws a 404 for a visit of somebody else, or for a signed copy of another client or form. */
async function requireSubjects(context: Context<Principal>, body: Start, clientId: string) {
  const { tx, branchId, user } = context
  const { appointment_id, corrects, form_version_ids } = body
  const versions = await views.versionsByIds(tx, branchId, form_version_ids)
  if (versions.length !== new Set(form_version_ids).size) throw new AppError('not_found', s.formUnknown)
  const visit = appointment_id === null ? null : await views.visitById(tx, branchId, appointment_id)
  if (visit !== null && visit?.client_id !== clientId) throw new AppError('not_found', s.visitUnknown)
  // A correction shows the answers of the signed copy on the tablet, and these answers are a part of the chart.
  if (corrects !== null && !user.permissions.has('charts.read'))
    throw new AppError('forbidden', requestRefusals.notAllowed)
  const copy = corrects === null ? null : await views.copyById(tx, corrects.id)
  const isOfThisForm = copy?.form_id === versions[0]?.form_id && versions.length === 1
  if (copy !== null && (copy?.client_id !== clientId || !isOfThisForm)) throw new AppError('not_found', s.copyUnknown)
  if (copy) await recordChartRead(context, { clientId, kind: 'form', subjectId: copy.id })
  return { form: versions.map(({ content }) => content.title).join(', '), copy }
}

/**
 * Staff who read charts may hand the tablet over only to clients whose chart they may read; the front desk, to any
 * client.
 */
async function requireClient(context: Context<Principal>, clientId: string): Promise<string> {
  if (context.user.permissions.has('charts.read')) return (await requireChart(context, clientId)).person_id
  await requireClinicalRecord(context)
  const person = await findPersonOfClient(context.tx, clientId)
  if (!person) throw new AppError('not_found', s.clientUnknown)
  return person.person_id
}

/**
 * Records in the read log that a reader of charts is shown what the client has entered at home. Records nothing for the
 * front desk, which is not shown it.
 */
async function recordDraftsShown(context: Context<Principal>, clientId: string, versionIds: readonly string[]) {
  if (!context.user.permissions.has('charts.read')) return
  const versions = await views.versionsByIds(context.tx, context.branchId, versionIds)
  const formIds = versions.map(({ form_id }) => form_id)
  const drafts = await views.draftsOf(context.tx, clientId, formIds)
  for (const subjectId of new Set(drafts.map(({ form_version_id }) => form_version_id)))
    await recordChartRead(context, { clientId, kind: 'form', subjectId })
}

/** Limits this session to the forms of a client, because the tablet is about to be in the client's hands. */
export async function startHandOver(
  context: Context<Principal>,
  body: Start,
): Promise<Answer<typeof handOverContract.start>['data']> {
  const { tx, now, user, branchId } = context
  const client = await lockClientForUpdate(tx, await requireClient(context, body.client_id))
  if (!client) throw new AppError('not_found', s.clientUnknown)
  const { form, copy } = await requireSubjects(context, body, client.client_id)
  // The session of an earlier hand-over may have ended without a password; its answers are added to the client's draft.
  await foldDrafts(context, client.client_id)
  await recordDraftsShown(context, client.client_id, body.form_version_ids)
  const handOver = { id: newId(), started_by: user.id }
  await queries.insertHandOver(tx, {
    ...handOver,
    branch_id: branchId,
    client_id: client.client_id,
    form_version_ids: [...new Set(body.form_version_ids)],
    appointment_id: body.appointment_id,
    corrects: body.corrects?.id ?? null,
    correction_reason: body.corrects?.reason ?? null,
    started_at: now,
  })
  if (copy) {
    // A correction begins with the answers of the signed copy that it corrects, and is signed anew.
    const answers = withoutSignatures(copy.content, copy.answers)
    const draft = { handOverId: handOver.id, clientId: client.client_id, versionId: body.form_version_ids[0]! }
    await queries.saveHandOverDraft(tx, { ...draft, answers, now })
  }
  await limitToHandOver(context, handOver.id)
  await writeAuditLog(context, {
    type: 'forms.tablet.handed-over',
    subjectId: client.id,
    parameters: { client: client.name, form },
  })
  return { id: handOver.id, late_token: await lateTokenOf(tx, now, handOver) }
}

/** The hand-over to which this session is limited. Throws a 404 if the session is not limited to a hand-over. */
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
    handOverId: handOver.id,
    // Staff who may not read charts must not see what the client has entered at home.
    hidesDrafts: !context.user.permissions.has('charts.read'),
  })
  return { ...filling, id: handOver.id, started_by: handOver.started_by_name }
}

const SECRET_NAME = 'form-hand-over'

type Signed = Pick<views.HandOverRow, 'id' | 'started_by'>

/** The token by which a client's tablet can send a form of this hand-over after the hand-over's session has ended. */
const lateTokenOf = async (tx: Tx, now: Date, { id, started_by }: Signed): Promise<string> =>
  signToken(await serverSecret(tx, SECRET_NAME, now), id, [started_by])

/** The hand-over to which a token for late forms belongs. Throws a 404 if the token was forged. */
export async function handOverOfToken({ tx, now }: Context, token: string): Promise<views.HandOverRow> {
  const read = readToken(token)
  const found = read && (await views.handOverById(tx, read.id))
  const secret = await serverSecret(tx, SECRET_NAME, now)
  if (!read || !found || !isSigned(secret, read, [found.started_by])) throw new AppError('not_found', s.noHandOver)
  return found
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
  return keepDraft(context, { ...draft, personId: handOver.person_id, handOverId: handOver.id, isOpen })
}

/** Stores a form that a client signed on a handed-over tablet, also if the tablet was already taken back. */
export async function signInHandOver(context: Context, handOver: views.HandOverRow, body: Signature) {
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

export const signOnTablet = async (context: Context<Principal>, body: Signature) =>
  signInHandOver(context, await requireHandOver(context), body)
