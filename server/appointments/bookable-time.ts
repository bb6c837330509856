import { holdDateOpen, holdDatesAlone, holidayOn, isDisabled } from '#server/closures/service.ts'
import { openingHours } from '#server/clinic/service.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context } from '#server/lib/context.ts'
import { appointmentSentences as s } from '#shared/appointments/sentences.ts'
import { hasBegun, lastBookableDate } from '#shared/appointments/slots.ts'
import { isWithinHours } from '#shared/clinic/opening-hours.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'

/** `unproven`: a client whom the clinic does not know yet. */
export type Booker = 'client' | 'unproven' | 'staff'

/**
 * Refuses a time that nobody may book, each with its sentence: past, beyond the horizon, closed, outside the hours.
 * Holds the date open until the end of the transaction, so that it cannot be closed in between. Public holidays are
 * closed to clients; staff may book one. Unproven people take turns on a date: what they hold together is counted.
 */
export async function requireBookableTime(
  context: Context,
  date: CivilDate,
  time: CivilTime,
  by: Booker,
): Promise<void> {
  const { tx, branchId, now } = context
  if (hasBegun(date, time, now)) throw invalid('appointment_date', s.pastDate)
  if (date > lastBookableDate(now)) throw invalid('appointment_date', s.beyondHorizon)
  await (by === 'unproven' ? holdDatesAlone(tx, [date]) : holdDateOpen(tx, date))
  if (await isDisabled(context, date)) throw new AppError('conflict', s.dateClosed)
  if (by !== 'staff' && (await holidayOn(context, date)) !== null) throw new AppError('conflict', s.dateClosed)
  if (!isWithinHours(date, time, await openingHours(tx, branchId))) throw invalid('appointment_time', s.outsideHours)
}
