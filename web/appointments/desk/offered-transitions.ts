import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import { mayTransition, type AppointmentStatus } from '#shared/appointments/status.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

/** A status change that staff can make, by the new status. */
type DeskTransition = { to: AppointmentStatus; label: string; look: 'primary' | 'secondary' | 'danger-quiet' }

/** Starts a status change with a question or a dialog. */
export type StartTransition = (appointment: CalendarAppointment, to: AppointmentStatus) => void

type Movable = Pick<CalendarAppointment, 'status' | 'appointment_date'>

/** The status changes that are allowed today, the next step of the visit first. */
export function offeredTransitions({ status, appointment_date }: Movable, today: CivilDate): DeskTransition[] {
  const all: DeskTransition[] = [
    { to: 'confirmed', label: s.confirm, look: 'primary' },
    { to: 'on-going', label: s.start, look: status === 'confirmed' ? 'primary' : 'secondary' },
    { to: 'completed', label: s.end, look: 'primary' },
    { to: 'resched', label: s.reschedule, look: 'secondary' },
    { to: 'cancelled', label: status === 'pending' ? s.decline : s.cancel, look: 'danger-quiet' },
  ]
  const isEarly = today < appointment_date
  return all.filter(({ to }) => mayTransition(status, to) && !(to === 'on-going' && isEarly))
}
