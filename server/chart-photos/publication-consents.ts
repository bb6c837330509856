import { isClinicalRecordOn, requireConfirmedAccount, requireWritableChart, withChart } from '#server/charts/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { findClientId } from '#server/people/find-person.ts'
import type { OwnConsent, PublicationConsent, publicationContract } from '#shared/chart-photos/contract.ts'
import { chartPhotoMessages as s } from '#shared/chart-photos/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila, manilaDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type Inside = Context<Principal>
type Row = Awaited<ReturnType<typeof views.consentsOf>>[number]

const present = ({ asked_by_name, recorded_at, recorded_by_name, ...row }: Row): PublicationConsent => ({
  ...row,
  asked_by: asked_by_name,
  recorded_at: isoInManila(recorded_at),
  recorded_by: recorded_by_name,
})

/** A client's decisions about the publication of their chart photos, newest first. */
export const listConsents = (context: DetachedContext<Principal>, clientId: string): Promise<PublicationConsent[]> =>
  withChart(context, clientId, async ({ tx }) => (await views.consentsOf(tx, clientId)).map(present))

type Decision = Pick<Row, 'photo_id' | 'is_given' | 'decided_on' | 'purpose' | 'asked_by_name'>

async function recordDecision({ tx, branchId, now, user }: Inside, clientId: string, decision: Decision) {
  const row = { id: newId(), ...decision, recorded_at: now, recorded_by_name: user.name }
  await queries.insertConsent(tx, { ...row, branch_id: branchId, client_id: clientId, recorded_by: user.id })
  return present(row)
}

/** Throws a 404 for a photo that is not in this chart. */
async function requirePhotoOf({ tx }: Inside, clientId: string, photoId: string | null): Promise<void> {
  if (photoId === null) return
  const photo = await views.uploadOf(tx, photoId)
  if (photo?.client_id !== clientId) throw new AppError('not_found', s.notFound)
}

/** Records that a client agrees to the publication of one chart photo or of all. Throws a 422 for a future date. */
export async function giveConsent(
  context: Inside,
  clientId: string,
  { asked_by, ...body }: Parsed<typeof publicationContract.give>['body'],
): Promise<PublicationConsent> {
  const owner = await requireWritableChart(context, clientId)
  await requirePhotoOf(context, owner.client_id, body.photo_id)
  if (body.decided_on > manilaDate(context.now)) throw invalid('decided_on', s.decidedLater)
  const consent = await recordDecision(context, owner.client_id, { ...body, is_given: true, asked_by_name: asked_by })
  await writeAuditLog(context, {
    type: 'chart-photos.consent.given',
    subjectId: consent.id,
    parameters: { client: owner.name, is_one_photo: body.photo_id !== null },
  })
  return consent
}

/** Throws a 409 if the client has no consent to withdraw: for this photo, or for any photo if `photo_id` is null. */
async function requireGiven({ tx }: Inside, clientId: string, photo_id: string | null): Promise<void> {
  const rows = await views.consentsOf(tx, clientId)
  const covering = photo_id === null ? rows : rows.filter((row) => row.photo_id === null || row.photo_id === photo_id)
  // The newest decision about all photos replaces every decision before it.
  const last = covering.findIndex((row) => row.photo_id === null)
  const current = covering.slice(0, last === -1 ? undefined : last + 1)
  const isGiven = photo_id === null ? current.some(({ is_given }) => is_given) : covering[0]?.is_given
  if (!isGiven) throw new AppError('conflict', s.nothingToWithdraw)
}

/**
 * Records that a client withdraws their consent, with effect from today. Throws a 409 if there is no consent. A
 * withdrawal for all photos also ends the consents for single photos.
 */
async function recordWithdrawal(context: Inside, clientId: string, photo_id: string | null) {
  const owner = await requireWritableChart(context, clientId)
  await requirePhotoOf(context, owner.client_id, photo_id)
  await requireGiven(context, owner.client_id, photo_id)
  const consent = await recordDecision(context, owner.client_id, {
    photo_id,
    is_given: false,
    decided_on: manilaDate(context.now),
    purpose: null,
    asked_by_name: context.user.name,
  })
  return { owner, consent }
}

/** Records that a client has told the clinic to publish their chart photos no longer. */
export async function withdrawConsent(
  context: Inside,
  clientId: string,
  photo_id: string | null,
): Promise<PublicationConsent> {
  const { owner, consent } = await recordWithdrawal(context, clientId, photo_id)
  await writeAuditLog(context, {
    type: 'chart-photos.consent.withdrawn',
    subjectId: consent.id,
    parameters: { client: owner.name, is_one_photo: photo_id !== null },
  })
  return consent
}

/** True if the decision is a consent that no later decision about the same photos replaces; `rows` are newest first. */
const isCurrent = (rows: readonly Row[], { id, photo_id, is_given }: Row): boolean =>
  is_given && rows.find((row) => row.photo_id === null || row.photo_id === photo_id)?.id === id

/** The caller's own decisions, newest first; none in a clinic without the clinical record, and for staff. */
export async function listOwnConsents(context: ReadContext<Principal>): Promise<OwnConsent[]> {
  const { tx, branchId, user } = context
  const clientId = (await isClinicalRecordOn(tx, branchId)) ? await findClientId(tx, user.person_id) : undefined
  if (clientId === undefined) return []
  await requireConfirmedAccount(context)
  const rows = await views.consentsOf(tx, clientId.id)
  const photos = new Map((await views.ownPhotos(tx, [clientId.id])).map((photo) => [photo.id, photo]))
  return rows.flatMap((row) => {
    const { id, photo_id, is_given, decided_on, purpose, asked_by_name: asked_by } = row
    const found = photo_id === null ? undefined : photos.get(photo_id)
    // The client does not see a decision about a hidden photo, or about a photo that was moved to the chart of the
    // person whom it shows.
    if (photo_id !== null && !found) return []
    const photo = found
      ? { id: found.id, angle: found.angle, area: found.area, taken_at: isoInManila(found.taken_at) }
      : null
    return [{ id, photo, is_given, decided_on, purpose, asked_by, is_current: isCurrent(rows, row) }]
  })
}

/**
 * Withdraws the caller's own consent. Throws a 404 for staff and for a photo of somebody else, a 409 without a consent.
 */
export async function withdrawOwnConsent(context: Inside, photo_id: string | null): Promise<OwnConsent[]> {
  const client = await findClientId(context.tx, context.user.person_id)
  if (!client) throw new AppError('not_found', s.notFound)
  await requireConfirmedAccount(context)
  const { consent } = await recordWithdrawal(context, client.id, photo_id)
  const parameters = { is_one_photo: photo_id !== null }
  await writeAuditLog(context, { type: 'chart-photos.own.withdrawn', subjectId: consent.id, parameters })
  return listOwnConsents(context)
}
