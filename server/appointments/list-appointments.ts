import { listDisabledDates } from '#server/closed-dates/closed-dates.ts'
import type { Principal, ReadContext } from '#server/lib/context.ts'
import { UNDO_MINUTES } from '#shared/appointments/attendance.ts'
import type { BoardDay, BoardVisit } from '#shared/appointments/board-contract.ts'
import type { appointmentsContract } from '#shared/appointments/contract.ts'
import { OPEN_STATUSES, OWED_STATUSES, PAYABLE_STATUSES, payableDays } from '#shared/appointments/status.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { instantOf, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { readBoard, readNeedsOf } from './day-views.ts'
import { presentForStaff } from './present-appointment.ts'
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

/** Returns the number of unfinished appointments in each status. */
const openByStatus = (totals: Awaited<ReturnType<typeof views.appointmentsPage>>['totals']) =>
  Object.fromEntries(OPEN_STATUSES.map((status) => [status, totals[status] ?? 0])) as NonNullable<
    Answer<List>['summary']
  >

/** Lists appointments for the staff screens. Active ones are sorted by time, so overdue ones come first. */
export async function listAppointments(context: ReadContext, query: ListQuery): Promise<Answer<List>> {
  const { tx, now } = context
  const { scope, page, per_page } = query
  const order = query.sort ?? (scope === 'completed-today' ? 'newest-done' : 'soonest')
  const found = await views.appointmentsPage(tx, filterOf(context, query), order, { page, per_page })
  return {
    appointments: found.rows.map((row) => presentForStaff(row, now)),
    total: found.total,
    page,
    per_page,
    ...(scope === 'active' && { summary: openByStatus(found.totals) }),
    ...(scope === 'range' && { disabled_dates: await listDisabledDates(context, query.from, query.to) }),
  }
}

/**
 * Lists unpaid appointments that can be sold, from 30 days ago to tomorrow: today's first, and clients who have arrived
 * before the rest.
 */
export async function listPayableAppointments(
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
  return { appointments: found.rows.map((row) => presentForStaff(row, now)), total: found.total, page, per_page }
}

type Calendar = typeof appointmentsContract.calendar

/**
 * Reads everything that a page of the calendar shows of its days. The contract limits the number of days. The
 * validation of the response removes fields of the rows that the calendar does not show.
 */
export async function listCalendarDays(
  context: ReadContext<Principal>,
  { from, to }: Parsed<Calendar>['querystring'],
): Promise<Answer<Calendar>> {
  const { tx, branchId, now, user } = context
  const cancelledSince = new Date(now.getTime() - UNDO_MINUTES * 60_000)
  const rows = await views.appointmentsBetween(tx, branchId, { from, to, cancelledSince })
  const visits = rows.map((row) => presentForStaff(row, now))
  return {
    appointments: visits.filter(({ status }) => status !== 'cancelled'),
    just_cancelled: visits.filter(({ status, undo }) => status === 'cancelled' && undo?.by === user.id),
    disabled_dates: await listDisabledDates(context, from, to),
  }
}

type Occupation = { uses: { id: string; from: string; to: string }[] }

/**
 * Returns the resources that a visit occupies and the time for which it occupies them, in minutes since midnight of the
 * date.
 */
function occupationOn(
  date: CivilDate,
  occupation: Occupation | undefined,
): Pick<BoardVisit, 'resource_ids' | 'occupied'> & { uses?: NonNullable<BoardVisit['uses']> } {
  if (!occupation) return { resource_ids: [], occupied: null }
  const midnight = instantOf(date, '00:00:00').getTime()
  const minute = (at: string) => (Date.parse(at) - midnight) / 60_000
  const uses = occupation.uses.map(({ id, from, to }) => ({ resource_id: id, from: minute(from), to: minute(to) }))
  return {
    resource_ids: [...new Set(uses.map(({ resource_id }) => resource_id))],
    occupied: { from: Math.min(...uses.map(({ from }) => from)), to: Math.max(...uses.map(({ to }) => to)) },
    ...(new Set(uses.map(({ from, to }) => `${from} ${to}`)).size > 1 && { uses }),
  }
}

/**
 * Reads one day for the board in three statements; fields that are not shown are dropped when the response is validated
 * against the contract.
 */
export async function readDayBoard({ tx, branchId, now }: ReadContext<Principal>, date: CivilDate): Promise<BoardDay> {
  const board = await readBoard(tx, branchId, date)
  const rows = await views.appointmentsBetween(tx, branchId, { from: date, to: date })
  const { occupations, services } = await readNeedsOf(tx, rows)
  return {
    date,
    ...board,
    services: services.map(({ id, buffer_before_minutes, buffer_after_minutes, chosen }) => ({
      id,
      buffer_before: buffer_before_minutes,
      buffer_after: buffer_after_minutes,
      chosen: [...chosen],
    })),
    visits: rows.map((row) => ({ ...presentForStaff(row, now), ...occupationOn(date, occupations.get(row.id)) })),
  }
}
