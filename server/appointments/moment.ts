import { formatDate, formatTime, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'

/** «November 21, 2026, 9:00 AM», for log entries; midnight belongs to the business date that it ends. */
export const momentOf = (at: { appointment_date: CivilDate; appointment_time: CivilTime }): string =>
  `${formatDate(at.appointment_date)}, ${formatTime(at.appointment_time)}`
