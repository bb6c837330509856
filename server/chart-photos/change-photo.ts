import { requireWritableChart } from '#server/charts/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { isStaleVersion } from '#server/lib/http/request-context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { ChartPhoto, chartPhotosContract } from '#shared/chart-photos/contract.ts'
import { chartPhotoMessages as s } from '#shared/chart-photos/messages.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import { answerWithPhoto } from './read-photos.ts'
import * as views from './views.ts'

type Inside = Context<Principal>
type Change = { kind: 'described' | 'hidden' | 'shown' | 'moved'; reason?: string; from_client_id?: string }

/** Locks the client's record and then the photo. Throws a 404 for a photo that was moved to another chart meanwhile. */
async function lockPhoto(context: Inside, id: string, otherClientId?: string) {
  const found = await views.uploadOf(context.tx, id)
  if (!found) throw new AppError('not_found', s.notFound)
  const ids = [found.client_id, ...(otherClientId === undefined ? [] : [otherClientId])]
  const owners = new Map<string, Awaited<ReturnType<typeof requireWritableChart>>>()
  // The ids are sorted, so that two moves in opposite directions lock the records in the same order and cannot
  // deadlock.
  for (const clientId of ids.toSorted()) owners.set(clientId, await requireWritableChart(context, clientId))
  const row = await queries.lockPhoto(context.tx, id)
  if (row?.client_id !== found.client_id) throw new AppError('not_found', s.notFound)
  return {
    row,
    owner: owners.get(row.client_id)!,
    other: otherClientId === undefined ? null : owners.get(otherClientId)!,
  }
}

const recordChange = ({ tx, now, user }: Inside, photo_id: string, change: Change) =>
  queries.insertChange(tx, {
    id: newId(),
    photo_id,
    ...change,
    changed_at: now,
    changed_by: user.id,
    changed_by_name: user.name,
  })

const visitIdOn = async ({ tx }: Inside, clientId: string, at: Date) =>
  (await views.visitOn(tx, { clientId, date: manilaDate(at), at }))?.id ?? null

type Description = Parsed<typeof chartPhotosContract.change>['body']

/**
 * Changes the description of a photo. If the photo has changed since it was read, changes nothing and returns
 * `isStale`.
 */
async function describePhoto(inside: Inside, id: string, { taken_at, ...body }: Description) {
  const { row, owner } = await lockPhoto(inside, id)
  if (isStaleVersion(inside, row)) return { isStale: true, photo: await answerWithPhoto(inside, row.client_id, id) }
  const at = new Date(taken_at)
  if (at > inside.now) throw invalid('taken_at', s.takenLater)
  const appointment_id = await visitIdOn(inside, row.client_id, at)
  await queries.updatePhoto(inside.tx, id, { ...body, taken_at: at, appointment_id })
  await recordChange(inside, id, { kind: 'described' })
  const parameters = { client: owner.name }
  await writeAuditLog(inside, { type: 'chart-photos.photo.described', subjectId: id, parameters })
  return { isStale: false, photo: await answerWithPhoto(inside, row.client_id, id) }
}

/**
 * Changes the description of a photo. Throws a 409 with the current photo if it has changed since it was read. The
 * error is thrown after the commit, so that the read log records that the caller has seen the current photo.
 */
export async function changePhoto(
  context: DetachedContext<Principal>,
  id: string,
  body: Description,
): Promise<ChartPhoto> {
  const { isStale, photo } = await context.inTransaction((inside) => describePhoto(inside, id, body))
  if (isStale) throw new AppError('stale', requestRefusals.stale, { data: photo })
  return photo
}

/**
 * Hides a photo that was taken by mistake; the photo stays in the chart. Does nothing if the photo is hidden already.
 */
export async function hidePhoto(context: Inside, id: string, reason: string): Promise<ChartPhoto> {
  const { row, owner } = await lockPhoto(context, id)
  if (row.hidden_at) return answerWithPhoto(context, row.client_id, id)
  await queries.updatePhoto(context.tx, id, { hidden_at: context.now })
  await recordChange(context, id, { kind: 'hidden', reason })
  await writeAuditLog(context, {
    type: 'chart-photos.photo.hidden',
    subjectId: id,
    parameters: { client: owner.name },
  })
  return answerWithPhoto(context, row.client_id, id)
}

/** Shows a hidden photo again in the lists of the chart. Does nothing if the photo is not hidden. */
export async function showPhoto(context: Inside, id: string): Promise<ChartPhoto> {
  const { row, owner } = await lockPhoto(context, id)
  if (!row.hidden_at) return answerWithPhoto(context, row.client_id, id)
  await queries.updatePhoto(context.tx, id, { hidden_at: null })
  await recordChange(context, id, { kind: 'shown' })
  await writeAuditLog(context, {
    type: 'chart-photos.photo.shown',
    subjectId: id,
    parameters: { client: owner.name },
  })
  return answerWithPhoto(context, row.client_id, id)
}

/** True if the last change of the photo was the same move, which the caller repeats because the answer was lost. */
async function isRepeatedMove({ tx, user }: Inside, id: string, reason: string): Promise<boolean> {
  const last = await views.lastChange(tx, id)
  return last?.kind === 'moved' && last.reason === reason && last.changed_by === user.id
}

/**
 * Moves a photo to the chart of the client whom it shows. Throws a 409 if it is already there, unless the call repeats
 * the move. Consents that the other client gave for this photo are no longer valid for it.
 */
export async function movePhoto(
  context: Inside,
  id: string,
  { client_id, reason }: Parsed<typeof chartPhotosContract.move>['body'],
): Promise<ChartPhoto> {
  const { row, owner, other } = await lockPhoto(context, id, client_id)
  if (!other || other.client_id === owner.client_id) {
    if (await isRepeatedMove(context, id, reason)) return answerWithPhoto(context, owner.client_id, id)
    throw new AppError('conflict', s.sameClient)
  }
  const appointment_id = await visitIdOn(context, other.client_id, row.taken_at)
  await queries.updatePhoto(context.tx, id, { client_id: other.client_id, appointment_id })
  await recordChange(context, id, { kind: 'moved', reason, from_client_id: owner.client_id })
  const parameters = { from: owner.name, to: other.name }
  await writeAuditLog(context, { type: 'chart-photos.photo.moved', subjectId: id, parameters })
  return answerWithPhoto(context, other.client_id, id)
}
