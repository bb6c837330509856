import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { addDays, dateOfDay, dayNumber, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { Resource, resourcesContract } from '#shared/resources/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { answer, resourceToChange } from './resource-changes.ts'
import * as queries from './setup-queries.ts'
import * as views from './setup-views.ts'
import { judgeVisitsHit } from './visits-hit.ts'

type Entry = Parsed<typeof resourcesContract.addException>['body']
type By = Context<Principal>

/** Every date from the first to the last. */
export const datesBetween = (first: CivilDate, last: CivilDate): CivilDate[] =>
  Array.from({ length: dayNumber(last) - dayNumber(first) + 1 }, (_, day) => dateOfDay(dayNumber(first) + day))

/** When the resource currently takes visits. */
export async function availabilityOf({ tx, now }: By, id: string) {
  const today = manilaDate(now)
  const { is_active, week } = await views.settingsOf(tx, id, today)
  return { is_active, week, exceptions: await views.exceptionsFrom(tx, id, addDays(today, -1)) }
}

/**
 * Adds leave, other hours or a block on every date of a range. Throws a 404 for an unknown resource, a 422 for past
 * days, and a 409 when the person has not seen the affected visits.
 */
export async function addException(
  context: By,
  id: string,
  { first_date, last_date, despite_visits, ...entry }: Entry,
): Promise<Resource> {
  const { tx, now } = context
  if (first_date < manilaDate(now)) throw invalid('first_date', s.pastDate)
  const resource = await resourceToChange(context, id)
  const entry_id = newId()
  const { note, ...times } = entry
  const dates = datesBetween(first_date, last_date)
  const before = await availabilityOf(context, id)
  const added = dates.map((date) => ({ entry_id, date, ...times }))
  const after = { ...before, exceptions: [...before.exceptions, ...added] }
  const visits_hit = await judgeVisitsHit(context, { resource, before, after, despite: despite_visits })
  await queries.insertExceptions(
    tx,
    added.map((one) => ({ id: newId(), resource_id: id, note, ...one })),
  )
  const { kind, name } = resource
  await writeAuditLog(context, {
    type: 'resources.exception.added',
    subjectId: id,
    parameters: { kind, name, what: entry.kind, first_date, last_date, ...(visits_hit > 0 && { visits_hit }) },
  })
  // Updates the day boards.
  context.publish({ name: 'AppointmentBooked' })
  return answer(context, id)
}

/**
 * Removes an entry with all of its dates. Throws a 404 for an unknown one and a 409 when the person has not seen the
 * visits in its hours.
 */
export async function removeException(
  context: By,
  id: string,
  entryId: string,
  options: { despite: boolean },
): Promise<Resource> {
  const resource = await resourceToChange(context, id)
  const before = await availabilityOf(context, id)
  const after = { ...before, exceptions: before.exceptions.filter((one) => one.entry_id !== entryId) }
  await judgeVisitsHit(context, { resource, before, after, despite: options.despite })
  const removed = await queries.deleteEntry(context.tx, id, entryId)
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
  return answer(context, id)
}

/** Removes a one-day block from the board. Throws a 404 if it is no block and a 409 if it covers several days. */
export async function removeBlock(context: By, id: string, entryId: string): Promise<void> {
  const { exceptions } = await availabilityOf(context, (await resourceToChange(context, id)).id)
  const entries = exceptions.filter((one) => one.entry_id === entryId && one.kind === 'block')
  if (entries.length === 0) throw new AppError('not_found', s.exceptionNotFound)
  if (entries.length > 1) throw new AppError('conflict', s.blockOfSeveralDays)
  await removeException(context, id, entryId, { despite: true })
}
