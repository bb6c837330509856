import { disabledDates } from '#server/closed-dates/service.ts'
import type { Principal, ReadContext } from '#server/lib/context.ts'
import { UNDO_MINUTES } from '#shared/appointments/attendance.ts'
import type { appointmentsContract } from '#shared/appointments/contract.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { staffAppointment } from './present-appointment.ts'
import * as views from './views.ts'

type Calendar = typeof appointmentsContract.calendar

/** What stands on the days of a calendar page, in one answer: the contract bounds the days and drops what it does not show. */
export async function calendarDays(
  context: ReadContext<Principal>,
  { from, to }: Parsed<Calendar>['querystring'],
): Promise<Answer<Calendar>> {
  const { tx, branchId, now, user } = context
  const cancelledSince = new Date(now.getTime() - UNDO_MINUTES * 60_000)
  const rows = await views.appointmentsBetween(tx, branchId, { from, to, cancelledSince })
  const visits = rows.map((row) => staffAppointment(row, now))
  return {
    appointments: visits.filter(({ status }) => status !== 'cancelled'),
    just_cancelled: visits.filter(({ status, undo }) => status === 'cancelled' && undo?.by === user.id),
    disabled_dates: await disabledDates(context, from, to),
  }
}
