import type { Tx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { addDays, dateOfDay, dayNumber, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { Resource, resourcesContract } from '#shared/resources/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { countAffectedVisits, findAffectedVisits, refuseAffectedVisits } from './affected-visits.ts'
import { readResource } from './read-resources.ts'
import { requireLockedResource } from './resource-changes.ts'
import * as queries from './setup-queries.ts'
import * as views from './setup-views.ts'

type Entry = Parsed<typeof resourcesContract.addException>['body']
type By = Context<Principal>

/** Every date from the first to the last. */
const datesBetween = (first: CivilDate, last: CivilDate): CivilDate[] =>
  Array.from({ length: dayNumber(last) - dayNumber(first) + 1 }, (_, day) => dateOfDay(dayNumber(first) + day))

const insertDates = (tx: Tx, resourceId: string, dates: readonly views.DatedException[], note: string) =>
  queries.insertExceptions(
    tx,
    dates.map((one) => ({ id: newId(), resource_id: resourceId, note, ...one })),
  )

/** Reads at which times a resource can currently have visits. */
async function availabilityOf({ tx, now }: By, id: string) {
  const today = manilaDate(now)
  const { is_active, week } = await views.settingsOf(tx, id, today)
  return { is_active, week, exceptions: await views.exceptionsFrom(tx, id, addDays(today, -1)) }
}

/**
 * Adds leave, other hours or a block on every date of a range. Throws a 404 for an unknown resource, a 422 for past
 * days, and a 409 that lists the affected visits unless the user has seen them.
 */
export async function addException(
  context: By,
  id: string,
  { first_date, last_date, despite_visits, ...entry }: Entry,
): Promise<Resource> {
  const { tx, now } = context
  if (first_date < manilaDate(now)) throw invalid('first_date', s.pastDate)
  const resource = await requireLockedResource(context, id)
  const entry_id = newId()
  const { note, ...times } = entry
  const dates = datesBetween(first_date, last_date)
  const before = await availabilityOf(context, id)
  const added = dates.map((date) => ({ entry_id, date, ...times }))
  const after = { ...before, exceptions: [...before.exceptions, ...added] }
  const visits_hit = await countAffectedVisits(context, { resource, before, after, despite: despite_visits })
  await insertDates(tx, id, added, note)
  const { kind, name } = resource
  await writeAuditLog(context, {
    type: 'resources.exception.added',
    subjectId: id,
    parameters: { kind, name, what: entry.kind, first_date, last_date, ...(visits_hit > 0 && { visits_hit }) },
  })
  // The event makes open day boards load again.
  context.publish({ name: 'AppointmentBooked' })
  return readResource(context, id)
}

/**
 * Removes an exception with all of its dates. Throws a 404 for an unknown exception, and a 409 that lists the visits in
 * its hours unless the user has seen them.
 */
export async function removeException(
  context: By,
  id: string,
  entryId: string,
  options: { despite: boolean },
): Promise<Resource> {
  const resource = await requireLockedResource(context, id)
  const before = await availabilityOf(context, id)
  const after = { ...before, exceptions: before.exceptions.filter((one) => one.entry_id !== entryId) }
  await countAffectedVisits(context, { resource, before, after, despite: options.despite })
  const removed = await queries.deleteException(context.tx, id, entryId)
  const dates = removed.map(({ date }) => date).sort()
  const [first] = removed
  if (!first) throw new AppError('not_found', s.exceptionNotFound)
  const { kind, name } = resource
  await writeAuditLog(context, {
    type: 'resources.exception.removed',
    subjectId: id,
    parameters: { kind, name, what: first.kind, first_date: dates[0]!, last_date: dates.at(-1)! },
  })
  context.publish({ name: 'AppointmentBooked' })
  return readResource(context, id)
}

/**
 * Removes a one-day block from the board. Throws a 404 for an entry that is no block, and a 409 for a block of several
 * days.
 */
export async function removeBlock(context: By, id: string, entryId: string): Promise<void> {
  const { exceptions } = await availabilityOf(context, (await requireLockedResource(context, id)).id)
  const entries = exceptions.filter((one) => one.entry_id === entryId && one.kind === 'block')
  if (entries.length === 0) throw new AppError('not_found', s.exceptionNotFound)
  if (entries.length > 1) throw new AppError('conflict', s.blockOfSeveralDays)
  await removeException(context, id, entryId, { despite: true })
}

type Closing = Parsed<typeof resourcesContract.closeRooms>['body']

/**
 * Closes the branch for some hours by a block on every active room, because every visit needs a room. Throws a 422 for
 * past days, a 409 when there is no room, and a 409 that lists the visits in these hours unless the user has seen them.
 * Returns how many rooms were closed.
 */
export async function closeRooms(
  context: Context<Principal>,
  { first_date, last_date, starts_at, ends_at, note, despite_visits }: Closing,
): Promise<number> {
  const { tx, branchId, now } = context
  if (first_date < manilaDate(now)) throw invalid('first_date', s.pastDate)
  const rooms = (await queries.lockResourcesOfKind(tx, branchId, 'room')).filter(({ is_active }) => is_active)
  if (rooms.length === 0) throw new AppError('conflict', s.noRoom)
  const entry = { entry_id: newId(), kind: 'block' as const, starts_at, ends_at }
  const added = datesBetween(first_date, last_date).map((date) => ({ ...entry, date }))
  const affected = []
  for (const { id } of rooms) {
    const before = await availabilityOf(context, id)
    const after = { ...before, exceptions: [...before.exceptions, ...added] }
    affected.push(...(await findAffectedVisits(context, { resource: { id, kind: 'room' }, before, after })))
  }
  if (!despite_visits) refuseAffectedVisits(affected)
  for (const { id } of rooms) await insertDates(tx, id, added, note)
  const parameters = { rooms: rooms.length, first_date, last_date, starts_at, ends_at }
  await writeAuditLog(context, {
    type: 'resources.rooms.closed',
    subjectId: null,
    parameters: { ...parameters, ...(affected.length > 0 && { visits_hit: affected.length }) },
  })
  context.publish({ name: 'AppointmentBooked' })
  return rooms.length
}

/** Opens the branch again by removing the block from every room. Throws a 404 for an unknown entry. */
export async function reopenRooms(context: Context<Principal>, entryId: string): Promise<void> {
  const { tx, branchId } = context
  const rooms = await queries.lockResourcesOfKind(tx, branchId, 'room')
  const ids = rooms.map(({ id }) => id)
  const deleted = ids.length > 0 ? await queries.deleteBlockOfRooms(tx, ids, entryId) : []
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
  // The event makes open day boards load again.
  context.publish({ name: 'AppointmentBooked' })
}
