import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import type { ClientOf } from '#server/people/find-person.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import { answersOf, missingAnswers, shownAnswers, type FormAnswers } from '#shared/forms/answers.ts'
import type { FormContent } from '#shared/forms/form.ts'
import { isAdultOn } from '#shared/forms/age.ts'
import { deviceName } from '#shared/auth/device-name.ts'
import type { Signature, SigningChannel } from '#shared/forms/signing-contract.ts'
import { signingMessages as s } from '#shared/forms/signing-messages.ts'
import { isoInManila, manilaDate } from '#shared/lib/manila-time.ts'
import { findBirthDate } from './age.ts'
import { canonicalJson } from '#server/lib/canonical-json.ts'
import { hashOfCopy } from './copy-hash.ts'
import * as queries from './queries.ts'
import { signingTime } from './signing-time.ts'
import * as views from './views.ts'

/**
 * For whom and for which visit a form is signed, in which way (by link, in the profile or on the clinic's tablet), and
 * which signed copy it corrects.
 */
type Signing = {
  personId: string
  visitId: string | null
  channel: SigningChannel
  /**
   * The hand-over of the clinic's tablet on which the form is signed, and who began it; null for a form signed
   * elsewhere.
   */
  handOver: { id: string; byId: string; byName: string } | null
  correction: { corrects: string; reason: string } | null
}

/** Returns the answers as they are stored. Throws a 422 that names each missing or invalid answer. */
function requireAnswers(content: FormContent, sent: FormAnswers): FormAnswers {
  const parsed = answersOf(content).safeParse(sent)
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => [`answers.${String(path[0] ?? '')}`, [message]])
    throw new AppError('validation', s.notComplete, { errors: Object.fromEntries(errors) as Record<string, string[]> })
  }
  const missing = missingAnswers(content, parsed.data)
  if (missing.length > 0)
    throw new AppError('validation', s.notComplete, {
      errors: Object.fromEntries(missing.map(({ field_id, message }) => [`answers.${field_id}`, [message]])),
    })
  return shownAnswers(content, parsed.data)
}

/** Throws a 422 if no guardian signs for a minor, or if a guardian signs for an adult. */
async function requireSigner(context: Context, clientId: string, body: Signature): Promise<void> {
  const birthDate = await findBirthDate(context.tx, clientId)
  const isAdult = birthDate === null ? body.is_adult : isAdultOn(birthDate, manilaDate(context.now))
  if (!isAdult && body.guardian === null) throw invalid('guardian', s.guardianNeeded)
  if (isAdult && body.guardian !== null) throw invalid('guardian', s.noGuardianNeeded)
}

type Signed = { id: string; signed_at: string }

/**
 * Returns the signed copy that an earlier try of this call has stored. Throws a 409 if the id belongs to another
 * signature.
 */
async function findRepeated(context: Context, clientId: string, body: Signature): Promise<Signed | undefined> {
  const known = await views.copyById(context.tx, body.id)
  if (!known) return undefined
  const isSame = known.client_id === clientId && known.form_version_id === body.form_version_id
  if (!isSame || canonicalJson(known.answers) !== canonicalJson(requireAnswers(known.content, body.answers)))
    throw new AppError('conflict', s.formChanged)
  return { id: known.id, signed_at: isoInManila(known.signed_at) }
}

type Parts = { client: ClientOf; version: views.VersionRow; signing: Signing }

/** Builds the signed copy, with the words that were shown and everything about the signing. */
function copyOf({ branchId, now, request }: Context, body: Signature, { client, version, signing }: Parts) {
  const { visitId, channel, handOver, correction } = signing
  return {
    id: body.id,
    branch_id: branchId,
    signed_for: client.client_id,
    form_id: version.form_id,
    form_version_id: version.id,
    version_number: version.number,
    appointment_id: visitId,
    title: version.content.title,
    content: version.content,
    answers: requireAnswers(version.content, body.answers),
    client_name: client.name,
    signer_name: body.guardian?.name ?? client.name,
    guardian_relation: body.guardian?.relation ?? null,
    signed_at: signingTime(body, now),
    received_at: now,
    channel,
    device: deviceName(request.userAgent),
    hand_over_id: handOver?.id ?? null,
    handed_over_by: handOver?.byId ?? null,
    handed_over_by_name: handOver?.byName ?? null,
    corrects: correction?.corrects ?? null,
    correction_reason: correction?.reason ?? null,
  }
}

/**
 * Stores a signed copy with the words that were shown, and deletes the draft. A signature that is sent again is
 * answered like the first time. Throws a 404 for an unknown client or form, and a 422 for missing answers.
 */
export async function signForm(context: Context, body: Signature, signing: Signing): Promise<Signed> {
  const { tx, branchId } = context
  const { channel, correction } = signing
  const client = await lockClientForUpdate(tx, signing.personId)
  if (!client) throw new AppError('not_found', s.clientUnknown)
  const repeated = await findRepeated(context, client.client_id, body)
  if (repeated) return repeated
  const [version] = await views.versionsByIds(tx, branchId, [body.form_version_id])
  if (!version) throw new AppError('not_found', s.formUnknown)
  await requireSigner(context, client.client_id, body)
  const copy = copyOf(context, body, { client, version, signing })
  const json = { content: JSON.stringify(copy.content), answers: JSON.stringify(copy.answers) }
  await queries.insertCopy(tx, { ...copy, ...json, client_id: client.client_id, hash: hashOfCopy(copy) })
  await queries.deleteDrafts(tx, client.client_id, version.form_id)
  const named = { client: client.name, form: version.content.title }
  const by = { id: client.id, name: client.name, role: client.role }
  await (correction
    ? writeAuditLog(context, { type: 'forms.copy.corrected', subjectId: copy.id, parameters: named }, by)
    : writeAuditLog(context, { type: 'forms.copy.signed', subjectId: copy.id, parameters: { ...named, channel } }, by))
  context.publish({ name: 'AppointmentBooked' })
  return { id: copy.id, signed_at: isoInManila(copy.signed_at) }
}
