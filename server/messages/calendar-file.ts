import ical, { ICalCalendarMethod, ICalEventStatus, type ICalEventData } from 'ical-generator'
import type { AppointmentRow } from '#server/appointments/service.ts'
import type { ClinicProfile } from '#shared/clinic/contract.ts'

/** The end of the UID of every appointment. It stays the same when the clinic moves to another web address. */
const UID_DOMAIN = 'visits.mutya'

/** One appointment as calendar programs read it (RFC 5545). */
export type CalendarEntry = Pick<AppointmentRow, 'id' | 'version' | 'status' | 'starts_at' | 'ends_at'> & {
  /** DTSTAMP: when the text was made, or when the appointment last changed where the text must not differ between reads. */
  stamp: Date
  summary: string
  location: string | null
  description?: string
  organizer: Organizer | null
  /** The client, in what is sent to them as an invitation. */
  attendee?: { name: string; email: string }
}

/** The clinic as the organizer. Calendar programs send replies to `email`; `sentBy` is the address that sends the e-mails. */
export type Organizer = { name: string; email: string; sentBy?: string }

/** Null for a clinic that has neither an e-mail of its own nor a mail server. */
export function organizerOf({ name, email }: Pick<ClinicProfile, 'name' | 'email'>, from?: string): Organizer | null {
  if (email === '') return from === undefined ? null : { name, email: from }
  return { name, email, ...(from !== undefined && from !== email && { sentBy: from }) }
}

function statusOf(status: string): ICalEventStatus {
  if (status === 'cancelled') return ICalEventStatus.CANCELLED
  return status === 'pending' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

function eventOf({ organizer, attendee, ...entry }: CalendarEntry): ICalEventData {
  return {
    // The UID never changes and the version grows with each change: a later text replaces an earlier entry.
    id: `${entry.id}@${UID_DOMAIN}`,
    sequence: entry.version,
    stamp: entry.stamp,
    start: entry.starts_at,
    end: entry.ends_at,
    summary: entry.summary,
    location: entry.location,
    status: statusOf(entry.status),
    ...(entry.description !== undefined && { description: entry.description }),
    ...(organizer && { organizer }),
    ...(attendee && { attendees: [{ ...attendee, rsvp: false }] }),
  }
}

type CalendarText = {
  /** `PUBLISH` for what is downloaded or subscribed to; `REQUEST` and `CANCEL` for what an e-mail changes. */
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  entries: readonly CalendarEntry[]
  /** Of a subscribed calendar: its name, and after how many seconds programs should read it again. */
  name?: string
  ttl?: number
}

/** The only place that writes calendar text: for the booking page, for e-mails and for the practitioners' feeds. */
export function calendarText({ method, entries, ...calendar }: CalendarText): string {
  return ical({
    ...calendar,
    prodId: '//Mutya//Visits//EN',
    method: ICalCalendarMethod[method],
    events: entries.map(eventOf),
  }).toString()
}
