import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { appointmentsContract, StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentSentences as s } from '#shared/appointments/sentences.ts'
import { slotInstant } from '#shared/appointments/slots.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { staffAppointment } from './appointment-answer.ts'
import { requireBookableTime } from './bookable-time.ts'
import { markProven } from './mark-proven.ts'
import * as queries from './queries.ts'
import { requireAppointment, requireMove, stateMoved } from './seen-appointment.ts'
import type { AppointmentRow } from './views.ts'

type NewTime = Parsed<typeof appointmentsContract.reschedule>['body']

/** Gives up the slot and takes the new one at the first station that is free; throws a 409 when none is, or when somebody was faster. */
async function moveSlot(context: Context, row: AppointmentRow, startsAt: Date): Promise<string> {
  const { tx } = context
  await queries.deleteSlots(tx, row.id)
  for (const station of await queries.freeStations(tx, startsAt)) {
    const slot = { station_id: station, slot_at: startsAt, appointment_id: row.id }
    if (await queries.insertSlot(tx, slot)) return station
  }
  // Taken by this very appointment, when somebody else moved it a moment ago.
  const { version } = await requireAppointment(context, row.id)
  throw version === row.version ? new AppError('slot_taken', s.slotTaken) : await stateMoved(context, row.id)
}

/** Moves an appointment to another date and time, under the rules of a booking by staff; its status becomes resched. */
export async function reschedule(
  context: Context<Principal>,
  id: string,
  { appointment_id, appointment_date, appointment_time }: NewTime,
): Promise<StaffAppointment> {
  if (appointment_id !== id) throw invalid('appointment_id', s.otherAppointment)
  const row = await requireMove(context, id, 'resched')
  if (row.appointment_date === appointment_date && row.appointment_time === appointment_time)
    throw invalid('appointment_time', s.sameTime)
  await requireBookableTime(context, appointment_date, appointment_time, 'staff')
  const starts_at = slotInstant(appointment_date, appointment_time)
  const station_id = await moveSlot(context, row, starts_at)
  const time = { appointment_date, appointment_time, starts_at, station_id }
  const changed = await queries.updateSeen(context.tx, row, {
    ...time,
    status: 'resched',
    updated_at: context.now,
  })
  if (!changed) throw await stateMoved(context, id)
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
