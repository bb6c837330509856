import { disabledDates } from '#server/closed-dates/closures.ts'
import type { Principal, ReadContext } from '#server/lib/context.ts'
import { UNDO_MINUTES } from '#shared/appointments/attendance.ts'
import type { appointmentsContract } from '#shared/appointments/contract.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { staffAppointment } from './present-appointment.ts'
import * as views from './views.ts'
import type { BoardDay, BoardVisit } from '#shared/appointments/board-contract.ts'
import { instantOf, type CivilDate } from '#shared/lib/manila-time.ts'
import { readBoard, readNeedsOf } from './day-views.ts'

type Calendar = typeof appointmentsContract.calendar

/**
 * Reads everything that a calendar page shows of its days in one response. The contract limits the number of days and
 * drops fields that are not shown.
 */
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

type Occupation = { uses: { id: string; from: string; to: string }[] }

/** The time that a visit occupies, in minutes of the date. */
function occupationOn(
  date: CivilDate,
  found: Occupation | undefined,
): Pick<BoardVisit, 'resource_ids' | 'occupied'> & { uses?: NonNullable<BoardVisit['uses']> } {
  if (!found) return { resource_ids: [], occupied: null }
  const midnight = instantOf(date, '00:00:00').getTime()
  const minute = (at: string) => (Date.parse(at) - midnight) / 60_000
  const uses = found.uses.map(({ id, from, to }) => ({ resource_id: id, from: minute(from), to: minute(to) }))
  return {
    resource_ids: [...new Set(uses.map(({ resource_id }) => resource_id))],
    occupied: { from: Math.min(...uses.map(({ from }) => from)), to: Math.max(...uses.map(({ to }) => to)) },
    ...(new Set(uses.map(({ from, to }) => `${from} ${to}`)).size > 1 && { uses }),
  }
}

/** Reads one day for the board in three statements; the contract drops fields that are not shown. */
export async function dayBoard({ tx, branchId, now }: ReadContext<Principal>, date: CivilDate): Promise<BoardDay> {
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
    visits: rows.map((row) => ({ ...staffAppointment(row, now), ...occupationOn(date, occupations.get(row.id)) })),
  }
}
