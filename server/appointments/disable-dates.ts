import { closeDates, lockDatesExclusively } from '#server/closed-dates/closed-dates.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, ReadContext, Principal } from '#server/lib/context.ts'
import type { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { closedDatesMessages } from '#shared/closed-dates/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { MAX_PER_PAGE } from '#shared/lib/paging.ts'
import { presentForStaff } from './present-appointment.ts'
import * as views from './views.ts'

type Dates = Parsed<typeof appointmentsContract.disableDates>['body']

/**
 * Closes dates for bookings. If the person has not yet seen every unfinished appointment on those dates, throws a 409
 * that lists them and closes nothing. Closing never cancels an appointment. Returns the ids of the new entries.
 */
export async function disableDates(context: Context<Principal>, dates: Dates): Promise<string[]> {
  const { tx, now } = context
  if (dates.date.some((date) => date < manilaDate(now))) throw invalid('date', closedDatesMessages.pastDate)
  await lockDatesExclusively(tx, dates.date)
  await refuseDatesWithAppointments(context, dates)
  return closeDates(context, dates.date, dates.remark)
}

async function refuseDatesWithAppointments({ tx, branchId, now }: ReadContext, body: Dates): Promise<void> {
  const { date: dates, despite_appointments, seen_appointments: seen } = body
  if (despite_appointments && !seen) return
  const sorted = [...dates].sort()
  const filter = { branchId, unfinished: true, dates, from: sorted.at(0), to: sorted.at(-1) }
  const affected = await views.appointmentsPage(tx, filter, 'soonest', { page: 1, per_page: MAX_PER_PAGE })
  const isSeen = despite_appointments && affected.rows.every((row) => seen?.includes(row.id))
  if (affected.total === 0 || isSeen) return
  throw new AppError('conflict', appointmentMessages.datesHaveAppointments(affected.total), {
    data: { appointments: affected.rows.map((row) => presentForStaff(row, now)), total: affected.total },
  })
}
