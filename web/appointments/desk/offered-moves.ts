import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { mayMove, type AppointmentStatus } from '#shared/appointments/status.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

/** What staff can do with an appointment, by the status it leads to. */
export type DeskMove = { to: AppointmentStatus; label: string; look: 'primary' | 'secondary' | 'danger-quiet' }

/** Starts a move of an appointment to a status: with a question or a dialog. */
export type StartMove = (appointment: CalendarAppointment, to: AppointmentStatus) => void

type Movable = Pick<CalendarAppointment, 'status' | 'appointment_date'>

/** The moves that the table of statuses allows today, the next step of the visit first. */
export function offeredMoves({ status, appointment_date }: Movable, today: CivilDate): DeskMove[] {
  const all: DeskMove[] = [
    { to: 'confirmed', label: s.confirm, look: 'primary' },
    { to: 'on-going', label: s.start, look: status === 'confirmed' ? 'primary' : 'secondary' },
    { to: 'completed', label: s.end, look: 'primary' },
    { to: 'resched', label: s.reschedule, look: 'secondary' },
    { to: 'cancelled', label: status === 'pending' ? s.decline : s.cancel, look: 'danger-quiet' },
  ]
  const isEarly = today < appointment_date
  return all.filter(({ to }) => mayMove(status, to) && !(to === 'on-going' && isEarly))
}
