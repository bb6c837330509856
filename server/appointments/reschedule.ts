import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { Context, ReadContext, Principal } from '#server/lib/context.ts'
import { occupy, release } from '#server/resources/service.ts'
import type { appointmentsContract, StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import type { ServiceNeeds } from '#shared/resources/free-starts.ts'
import { staffAppointment } from './present-appointment.ts'
import {
  requireBookableDate,
  requireClientFree,
  requirePlace,
  requireWithinOpening,
  type Place,
} from './bookable-time.ts'
import { rememberChange } from './last-change.ts'
import { markProven } from './mark-proven.ts'
import * as queries from './queries.ts'
import { requireAppointment, requireTransition, stateChanged } from './require-transition.ts'
import { neededBy } from './day-views.ts'
import type { AppointmentRow } from './views.ts'

type NewTime = Parsed<typeof appointmentsContract.reschedule>['body']

/** Holds the row that was seen and gives up what it occupies; throws a 409 when somebody was faster. Answers the change as it can be taken back. */
async function giveUpPlace(context: Context<Principal>, row: AppointmentRow): Promise<string | null> {
  const { version } = await queries.lockAppointment(context.tx, row.id)
  if (version !== row.version) throw await stateChanged(context, row.id)
  const change = await rememberChange(context, row, true)
  await release(context.tx, row.id)
  return change
}

/** The needs of its service, for as long as the visit was booked. */
async function needsOf({ tx }: ReadContext, { service_id, starts_at, ends_at }: AppointmentRow): Promise<ServiceNeeds> {
  return { ...(await neededBy(tx, service_id)), duration: (ends_at.getTime() - starts_at.getTime()) / 60_000 }
}

/** The visit stays with its practitioner where that person is free then; else it goes to whoever is. */
function stayingWith({ practitioner_id }: AppointmentRow, place: Place): Place {
  const isSame = (set: string[]) => practitioner_id !== null && set.includes(practitioner_id)
  return { ...place, sets: [...place.sets.filter(isSame), ...place.sets.filter((set) => !isSame(set))] }
}

/** Moves an appointment to another date and time, under the rules of a booking by staff; its status becomes resched. */
export async function reschedule(
  context: Context<Principal>,
  id: string,
  { appointment_id, appointment_date, appointment_time }: NewTime,
): Promise<StaffAppointment> {
  if (appointment_id !== id) throw invalid('appointment_id', s.otherAppointment)
  const row = await requireTransition(context, id, 'resched')
  if (row.appointment_date === appointment_date && row.appointment_time === appointment_time)
    throw invalid('appointment_time', s.sameTime)
  await queries.lockProof(context.tx, row.client_id)
  const last_change = await giveUpPlace(context, row)
  const day = await requireBookableDate(context, appointment_date, appointment_time, 'staff')
  const needs = await needsOf(context, row)
  requireWithinOpening(day, needs, appointment_time)
  const place = stayingWith(row, requirePlace(day, needs, appointment_date, appointment_time))
  await requireClientFree(context, row.client_id, place, 'staff', id)
  const { starts_at, ends_at } = place
  // Who is here today is not on another day.
  const arrived_at = row.appointment_date === appointment_date ? row.arrived_at : null
  const values = { starts_at, ends_at, status: 'resched' as const, updated_at: context.now, last_change, arrived_at }
  if (!(await queries.updateIfMatch(context.tx, row, values))) throw await stateChanged(context, id)
  const practitioner = place.practitionerOf(await occupy(context.tx, id, place))
  await queries.setPractitioner(context.tx, id, practitioner?.id ?? null)
  await markProven(context, row.client_id)
  const before = { appointment_date: row.appointment_date, appointment_time: row.appointment_time }
  const after = { appointment_date, appointment_time }
  await writeAuditLog(context, {
    type: 'appointments.appointment.rescheduled',
    subjectId: id,
    parameters: { client: row.name, from: before, to: after },
    changes: [
      { field: 'appointment_date', from: before.appointment_date, to: after.appointment_date },
      { field: 'appointment_time', from: before.appointment_time, to: after.appointment_time },
      { field: 'status', from: row.status, to: 'resched' },
    ],
  })
  context.publish({ name: 'AppointmentBooked' })
  return staffAppointment(await requireAppointment(context, id), context.now)
}
