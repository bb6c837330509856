import type { AppointmentStatus } from '#shared/appointments/status.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { momentOf } from './moment.ts'

type Moment = { appointment_date: CivilDate; appointment_time: CivilTime }

const verbs: Record<AppointmentStatus, string> = {
  pending: 'Marked as pending',
  confirmed: 'Confirmed',
  'on-going': 'Started',
  completed: 'Completed',
  resched: 'Marked as resched',
  cancelled: 'Cancelled',
}

// What the log tells of an appointment.

export const bookedInWords = (service: string, client: string, at: Moment): string =>
  `Booked ${service} for ${client} on ${momentOf(at)}`

export const movedInWords = (status: AppointmentStatus, client: string, at: Moment): string =>
  `${verbs[status]} the appointment of ${client} on ${momentOf(at)}`

export const rescheduledInWords = (client: string, from: Moment, to: Moment): string =>
  `Rescheduled the appointment of ${client} from ${momentOf(from)} to ${momentOf(to)}`
