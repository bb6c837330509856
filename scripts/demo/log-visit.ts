import type { AppointmentStatus } from '#shared/appointments/status.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import type { AuditEvent } from '#shared/events.ts'
import { logEvent, type Actor } from './demo-log.ts'
import type { DemoRows } from './demo-rows.ts'
import type { Random } from './random.ts'

type Step = { status: AppointmentStatus; at: Date; by: Actor }
type Booked = { id: string; date: string; client: { name: string }; service: { name: string } }
type Told = { time: string; booked: Date; by: Actor; steps: readonly Step[] }

/** Logs a visit's booking and each status change. */
export function logVisit(
  rows: DemoRows,
  random: Random,
  appointment: Booked,
  { time, booked, by: bookedBy, steps }: Told,
): void {
  const { client } = appointment
  const moment = { appointment_date: appointment.date, appointment_time: time }
  // In the sample, a visit that was moved had been booked half an hour closer to noon.
  const other = SLOT_TIMES.indexOf(time) + (time < '12:00:00' ? 1 : -1)
  const before = { ...moment, appointment_time: SLOT_TIMES[other] ?? time }
  const subjectId = appointment.id
  const log = (at: Date, by: Actor, event: AuditEvent) => logEvent(rows, random, { at, by }, event)
  const wasMoved = steps.some((step) => step.status === 'resched')
  const named = { service: appointment.service.name, client: client.name, ...(wasMoved ? before : moment) }
  log(booked, bookedBy, { type: 'appointments.appointment.booked', subjectId, parameters: named })
  let from: AppointmentStatus = 'pending'
  for (const { at, by, status } of steps) {
    const change = { field: 'status', from, to: status } as const
    if (status === 'resched') log(at, by, rescheduled(subjectId, client.name, before, moment, change))
    else
      log(at, by, {
        type: `appointments.appointment.${status}`,
        subjectId,
        parameters: { client: client.name, ...moment },
        changes: [change],
      })
    from = status
  }
}

type Moment = { appointment_date: string; appointment_time: string }
type StatusChange = { field: 'status'; from: AppointmentStatus; to: AppointmentStatus }

const rescheduled = (
  subjectId: string,
  client: string,
  from: Moment,
  to: Moment,
  status: StatusChange,
): AuditEvent => ({
  type: 'appointments.appointment.rescheduled',
  subjectId,
  parameters: { client, from, to },
  changes: [{ field: 'appointment_time', from: from.appointment_time, to: to.appointment_time }, status],
})
