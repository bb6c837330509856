import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { resourcesContract } from '#shared/resources/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { availabilityOf, datesBetween } from './exception-changes.ts'
import * as queries from './setup-queries.ts'
import { refuseVisitsHit, visitsHitBy } from './visits-hit.ts'

type Closing = Parsed<typeof resourcesContract.closeRooms>['body']

/**
 * Closes the branch for some hours by a block on every active room, because every visit needs a room. Throws a 422 for
 * past days, and a 409 when there is no room or the person has not seen the visits in these hours. Returns how many
 * rooms were closed.
 */
export async function closeRooms(
  context: Context<Principal>,
  { first_date, last_date, starts_at, ends_at, note, despite_visits }: Closing,
): Promise<number> {
  const { tx, branchId, now } = context
  if (first_date < manilaDate(now)) throw invalid('first_date', s.pastDate)
  const rooms = (await queries.kindToChange(tx, branchId, 'room')).filter(({ is_active }) => is_active)
  if (rooms.length === 0) throw new AppError('conflict', s.noRoom)
  const entry = { entry_id: newId(), kind: 'block' as const, starts_at, ends_at }
  const added = datesBetween(first_date, last_date).map((date) => ({ ...entry, date }))
  const hit = []
  for (const { id } of rooms) {
    const before = await availabilityOf(context, id)
    const after = { ...before, exceptions: [...before.exceptions, ...added] }
    hit.push(...(await visitsHitBy(context, { resource: { id, kind: 'room' }, before, after })))
  }
  if (!despite_visits) refuseVisitsHit(hit)
  for (const { id } of rooms)
    await queries.insertExceptions(
      tx,
      added.map((one) => ({ id: newId(), resource_id: id, note, ...one })),
    )
  const parameters = { rooms: rooms.length, first_date, last_date, starts_at, ends_at }
  await writeAuditLog(context, {
    type: 'resources.rooms.closed',
    subjectId: null,
    parameters: { ...parameters, ...(hit.length > 0 && { visits_hit: hit.length }) },
  })
  return rooms.length
}

/** Removes the block from every room. Throws a 404 for an unknown entry. */
export async function reopenRooms(context: Context<Principal>, entryId: string): Promise<void> {
  const { tx, branchId } = context
  const rooms = await queries.kindToChange(tx, branchId, 'room')
  const ids = rooms.map(({ id }) => id)
  const deleted = ids.length > 0 ? await queries.deleteEntryOf(tx, ids, entryId) : []
  const dates = deleted.map(({ date }) => date).sort()
  const [first] = deleted
  if (!first) throw new AppError('not_found', s.exceptionNotFound)
  await writeAuditLog(context, {
    type: 'resources.rooms.reopened',
    subjectId: null,
    parameters: {
      first_date: dates[0]!,
      last_date: dates.at(-1)!,
      starts_at: first.starts_at ?? '00:00:00',
      ends_at: first.ends_at ?? '00:00:00',
    },
  })
  // Updates the day boards.
  context.publish({ name: 'AppointmentBooked' })
}
