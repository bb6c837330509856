import { findChartKeptUntil } from '#server/db/chart-facts.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, ReadContext, Principal } from '#server/lib/context.ts'
import { discardPicture } from '#server/lib/stored-pictures.ts'
import { erasePerson, findAllRecords, forgetMergesOf } from '#server/people/erase-person.ts'
import { findClientId, findPerson, lockPerson, type Person } from '#server/people/find-person.ts'
import { withdrawNews } from '#server/privacy/news.ts'
import { endSessionsOf } from '#server/sessions/public.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { closureRequestContract } from '#shared/users/contract.ts'
import { closureRequestMessages as r, userMessages as s } from '#shared/users/messages.ts'
import { hasOpenClosureRequest } from './closure-requests.ts'
import { lockForChange } from './lock-for-change.ts'
import * as queries from './queries.ts'

type Detached = DetachedContext<Principal>

/** Functions of features that depend on this feature. Closing an account calls them to handle the client's data. */
export type ClientRecords = {
  /** The number of appointments that occupy a slot on `today` or later. */
  countAppointmentsFrom: (tx: ReadTx, clientId: string, today: CivilDate) => Promise<number>
  /** Releases the times that are reserved for the client's waitlist entries. */
  releaseOfferedTimes: (tx: Tx, clientId: string) => Promise<void>
}

export type ClosingOptions = { photos: string; records: ClientRecords }

async function countAhead({ tx, now }: ReadContext, id: string, records: ClientRecords): Promise<number> {
  const client = await findClientId(tx, id)
  return client ? records.countAppointmentsFrom(tx, client.id, manilaDate(now)) : 0
}

/**
 * The data for the question before an account is closed: how many upcoming appointments there are, and until when the
 * chart is kept. Throws a 404 for an unknown or closed account.
 */
export async function consequencesOfClosing(context: ReadContext, id: string, records: ClientRecords) {
  if (!(await findPerson(context.tx, id))) throw new AppError('not_found', s.notFound)
  const keptUntil = await findChartKeptUntil(context.tx, context.branchId, id)
  return {
    appointments_ahead: await countAhead(context, id, records),
    ...(keptUntil !== null && { chart_kept_until: keptUntil }),
  }
}

/**
 * Erases the personal data of a person and of the records that were merged into theirs; names, amounts and the log
 * stay. Returns the photo files that no record uses any longer, so that the caller can delete them.
 */
async function erase(context: Context, person: Person, records: ClientRecords): Promise<string[]> {
  const { tx, now } = context
  const ids = await findAllRecords(context, person.id)
  await withdrawNews(context, person.id)
  await endSessionsOf(context, person.id)
  for (const id of ids.clients) await records.releaseOfferedTimes(tx, id)
  // The undo data of merges must be erased before the records, because erasing the undo data reads the records' photos.
  const left = ids.clients.length === 0 ? [] : await forgetMergesOf(tx, now, ids.clients)
  await erasePerson(context, person, ids)
  return [...new Set([...(person.photo_path === null ? [] : [person.photo_path]), ...left])]
}

async function requireOpenRequest({ tx }: ReadContext, id: string): Promise<void> {
  if (!(await hasOpenClosureRequest(tx, id))) throw new AppError('state_moved', r.noneOpen)
}

/**
 * Closes an account; with `onRequest` only if the person's request is still open. Returns the photos to delete after
 * the commit.
 */
async function close(
  context: Context<Principal>,
  id: string,
  { records, onRequest }: ClosingOptions & { onRequest: boolean },
): Promise<string[]> {
  if (context.user.id === id) throw new AppError('conflict', s.notYourself)
  // The account is locked before its request is read, so that a concurrent withdrawal of the request is either seen
  // here or waits.
  const user = await lockForChange(context, id, false)
  if (onRequest) await requireOpenRequest(context, id)
  const done = { state: 'done' as const, decided_at: context.now, decided_by: context.user.id }
  const isRequested = await queries.endClosureRequest(context.tx, id, done)
  const photos = await erase(context, user, records)
  const ahead = await countAhead(context, id, records)
  await writeAuditLog(context, {
    type: 'users.user.closed',
    subjectId: id,
    parameters: { name: user.name, on_request: isRequested, appointments: ahead },
  })
  return photos
}

/** Closes an account: erases contact data and photo and ends the sessions. The name stays in books and logs. */
export async function closeUser(context: Detached, options: ClosingOptions, id: string): Promise<void> {
  const photos = await context.inTransaction((inside) => close(inside, id, { ...options, onRequest: false }))
  for (const photo of photos) await discardPicture(context, options.photos, photo)
}

async function decline(context: Context<Principal>, id: string, answer: string | null): Promise<void> {
  const user = await lockPerson(context.tx, id)
  if (!user) throw new AppError('not_found', s.notFound)
  await requireOpenRequest(context, id)
  const declined = { state: 'declined' as const, decided_at: context.now, decided_by: context.user.id, answer }
  await queries.endClosureRequest(context.tx, id, declined)
  await writeAuditLog(context, { type: 'users.closure.declined', subjectId: id, parameters: { name: user.name } })
}

/**
 * Closes an account as requested, or declines with a reason for the person. Throws a 409 without an open request, so
 * that a withdrawn one is never carried out.
 */
export async function decideClosureRequest(
  context: Detached,
  options: ClosingOptions,
  id: string,
  { decision, answer }: Parsed<typeof closureRequestContract.decide>['body'],
): Promise<void> {
  if (decision === 'decline') return context.inTransaction((inside) => decline(inside, id, answer))
  const photos = await context.inTransaction((inside) => close(inside, id, { ...options, onRequest: true }))
  for (const photo of photos) await discardPicture(context, options.photos, photo)
}
