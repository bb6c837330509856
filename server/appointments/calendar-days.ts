import { disabledDates } from '#server/closed-dates/service.ts'
import type { ReadContext } from '#server/lib/context.ts'
import type { appointmentsContract } from '#shared/appointments/contract.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { staffAppointment } from './present-appointment.ts'
import * as views from './views.ts'

type Calendar = typeof appointmentsContract.calendar

/** What stands on the days of a calendar page, in one answer: the contract bounds the days and drops what it does not show. */
export async function calendarDays(
  context: ReadContext,
  { from, to }: Parsed<Calendar>['querystring'],
): Promise<Answer<Calendar>> {
  const { tx, branchId, now } = context
  const rows = await views.appointmentsBetween(tx, branchId, from, to)
  return {
    appointments: rows.map((row) => staffAppointment(row, now)),
    disabled_dates: await disabledDates(context, from, to),
  }
}
