import type { ReadContext } from '#server/lib/context.ts'
import { hasBegun, minuteOfDate, presentOn } from '#shared/appointments/slots.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { freeStarts, isInTime, withPractitioner } from '#shared/resources/free-starts.ts'
import { readDay } from './day-views.ts'

type Asked = { date: CivilDate; service_id?: string | undefined; practitioner_id?: string | undefined }

/**
 * Times of a date at which a visit cannot begin any more: taken, begun, outside the hours, or all of a closed date. For
 * those who book by themselves also what is too soon or too far ahead for the service.
 */
export async function unavailableTimes(
  { tx, branchId, now, user }: ReadContext,
  { date, service_id, practitioner_id }: Asked,
): Promise<CivilTime[]> {
  const day = await readDay(tx, branchId, date, service_id)
  const needs = withPractitioner(day.needs, practitioner_id)
  if (day.isDisabled || needs === null) return [...SLOT_TIMES]
  const isStaff = user?.permissions.has('appointments.manage') ?? false
  const present = presentOn(date, now)
  const starts = SLOT_TIMES.map(minuteOfDate).filter((start) => isStaff || isInTime(day.terms, present, start))
  const free = new Set(freeStarts(day, needs, starts))
  return SLOT_TIMES.filter((time) => hasBegun(date, time, now) || !free.has(minuteOfDate(time)))
}
