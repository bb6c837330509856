import type { AppointmentStatus } from '#shared/appointments/status.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { momentOf } from './moment.ts'

type Moment = { appointment_date: CivilDate; appointment_time: CivilTime }

/** What an appointment is marked as; a rescheduled one has a sentence of its own. */
export type MarkedStatus = Exclude<AppointmentStatus, 'resched'>

const verbs: Record<MarkedStatus, string> = {
  pending: 'Marked as pending',
  confirmed: 'Confirmed',
  'on-going': 'Started',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

// What the log tells of an appointment.

export const bookedInWords = (service: string, client: string, at: Moment): string =>
  `Booked ${service} for ${client} on ${momentOf(at)}`

export const movedInWords = (status: MarkedStatus, client: string, at: Moment): string =>
  `${verbs[status]} the appointment of ${client} on ${momentOf(at)}`

export const lapsedInWords = (client: string, at: Moment): string =>
  `Lapsed the appointment of ${client} on ${momentOf(at)}: not confirmed in time`

export const rescheduledInWords = (client: string, from: Moment, to: Moment): string =>
  `Rescheduled the appointment of ${client} from ${momentOf(from)} to ${momentOf(to)}`
