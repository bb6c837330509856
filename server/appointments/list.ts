import { disabledDates } from '#server/closed-dates/closures.ts'
import type { ReadContext } from '#server/lib/context.ts'
import type { appointmentsContract } from '#shared/appointments/contract.ts'
import { OPEN_STATUSES, OWED_STATUSES, PAYABLE_STATUSES, payableDays } from '#shared/appointments/status.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { staffAppointment } from './present-appointment.ts'
import * as views from './views.ts'

type List = typeof appointmentsContract.list
type ListQuery = Parsed<List>['querystring']
type Payable = typeof appointmentsContract.payable

function filterOf({ branchId, now }: ReadContext, query: ListQuery): views.AppointmentFilter {
  const { scope, search, from, to, status, client_id: clientId, payment } = query
  const filter: views.AppointmentFilter = {
    branchId,
    search,
    from,
    to,
    clientId,
    ...(status && { status }),
    ...(payment && { statuses: OWED_STATUSES, unpaid: true }),
  }
  if (scope === 'active') return { ...filter, unfinished: true }
  if (scope === 'completed-today') return { ...filter, doneOn: manilaDate(now) }
  return filter
}

/** The number of unfinished appointments in each status. */
const openByStatus = (totals: Awaited<ReturnType<typeof views.appointmentsPage>>['totals']) =>
  Object.fromEntries(OPEN_STATUSES.map((status) => [status, totals[status] ?? 0])) as NonNullable<
    Answer<List>['summary']
  >

/** Appointments for the staff screens. Active ones are sorted by time, so overdue ones come first. */
export async function listAppointments(context: ReadContext, query: ListQuery): Promise<Answer<List>> {
  const { tx, now } = context
  const { scope, page, per_page } = query
  const order = query.sort ?? (scope === 'completed-today' ? 'newest-done' : 'soonest')
  const found = await views.appointmentsPage(tx, filterOf(context, query), order, { page, per_page })
  return {
    appointments: found.rows.map((row) => staffAppointment(row, now)),
    total: found.total,
    page,
    per_page,
    ...(scope === 'active' && { summary: openByStatus(found.totals) }),
    ...(scope === 'range' && { disabled_dates: await disabledDates(context, query.from, query.to) }),
  }
}

/**
 * Unpaid appointments that can be sold, from 30 days ago to tomorrow: today's first, and clients who have arrived
 * before others.
 */
export async function payableAppointments(
  { tx, branchId, now }: ReadContext,
  { page, per_page, search, user_id, appointment_id }: Parsed<Payable>['querystring'],
): Promise<Answer<Payable>> {
  const today = manilaDate(now)
  const filter: views.AppointmentFilter = {
    branchId,
    statuses: PAYABLE_STATUSES,
    ...payableDays(today),
    unpaid: true,
    id: appointment_id,
    userId: user_id,
    search,
  }
  const found = await views.appointmentsPage(tx, filter, { first: today }, { page, per_page })
  return { appointments: found.rows.map((row) => staffAppointment(row, now)), total: found.total, page, per_page }
}
