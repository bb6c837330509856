import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { occupy, release } from '#server/resources/service.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import {
  requireBookableDate,
  requireClientFree,
  requireOnline,
  requirePlace,
  requireWithinOpening,
  type Place,
} from './bookable-time.ts'
import { rememberChange } from './last-change.ts'
import * as queries from './queries.ts'
import { stateChanged } from './require-transition.ts'
import type { AppointmentRow } from './views.ts'

export type NewTime = { appointment_date: CivilDate; appointment_time: CivilTime }

/** Holds the row that was seen and gives up what it occupies; throws a 409 when somebody was faster. Answers the change as it can be taken back. */
async function giveUpPlace(context: Context<Principal>, row: AppointmentRow): Promise<string | null> {
  const { version } = await queries.lockAppointment(context.tx, row.id)
  if (version !== row.version) throw await stateChanged(context, row.id)
  const change = await rememberChange(context, row, true)
  await release(context.tx, row.id)
  return change
}

/** The visit stays with its practitioner where that person is free then; else it goes to whoever is. */
function stayingWith({ practitioner_id }: AppointmentRow, place: Place): Place {
  const isSame = (set: string[]) => practitioner_id !== null && set.includes(practitioner_id)
  return { ...place, sets: [...place.sets.filter(isSame), ...place.sets.filter((set) => !isSame(set))] }
}

/** The new place of a visit, which keeps its length; throws what the rules of a booking throw. */
async function placeFor(
  context: Context,
  row: AppointmentRow,
  { appointment_date: date, appointment_time: time }: NewTime,
  by: 'client' | 'staff',
): Promise<Place> {
  const day = await requireBookableDate(context, date, time, by, row.service_id)
  const needs = { ...day.needs, duration: (row.ends_at.getTime() - row.starts_at.getTime()) / 60_000 }
  requireWithinOpening(day, needs, time)
  if (by === 'client') await requireOnline(context, day, date, time)
  const place = stayingWith(row, requirePlace(day, needs, date, time))
  await requireClientFree(context, row.client_id, place, by, row.id)
  return place
}

async function logMove(context: Context<Principal>, row: AppointmentRow, after: NewTime): Promise<void> {
  const before = { appointment_date: row.appointment_date, appointment_time: row.appointment_time }
  await writeAuditLog(context, {
    type: 'appointments.appointment.rescheduled',
    subjectId: row.id,
    parameters: { client: row.name, from: before, to: after },
    changes: [
      { field: 'appointment_date', from: before.appointment_date, to: after.appointment_date },
      { field: 'appointment_time', from: before.appointment_time, to: after.appointment_time },
      { field: 'status', from: row.status, to: 'resched' },
    ],
  })
}

/**
 * Moves a visit to another date and time, under the rules of a booking; its status becomes resched. Its own place counts
 * as free, and it keeps it when the new one cannot be had: both happen in one transaction or not at all.
 */
export async function moveVisit(
  context: Context<Principal>,
  row: AppointmentRow,
  time: NewTime,
  by: 'client' | 'staff',
): Promise<void> {
  if (row.appointment_date === time.appointment_date && row.appointment_time === time.appointment_time)
    throw invalid('appointment_time', s.sameTime)
  await queries.lockProof(context.tx, row.client_id)
  const last_change = await giveUpPlace(context, row)
  const place = await placeFor(context, row, time, by)
  const moved = await queries.updateIfMatch(context.tx, row, {
    starts_at: place.starts_at,
    ends_at: place.ends_at,
    status: 'resched',
    updated_at: context.now,
    last_change,
    // Who is here today is not on another day.
    arrived_at: row.appointment_date === time.appointment_date ? row.arrived_at : null,
    client_moves: row.client_moves + (by === 'client' ? 1 : 0),
  })
  if (!moved) throw await stateChanged(context, row.id)
  const practitioner = place.practitionerOf(await occupy(context.tx, row.id, place))
  await queries.setPractitioner(context.tx, row.id, practitioner?.id ?? null)
  await logMove(context, row, time)
}
