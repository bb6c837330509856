import ical, { ICalCalendarMethod, ICalEventStatus, type ICalEventData } from 'ical-generator'
import type { AppointmentRow } from '#server/appointments/public.ts'
import type { ClinicProfile } from '#shared/clinic/contract.ts'

/** The suffix of every appointment's UID. It must not change when the clinic moves to another web address. */
const UID_DOMAIN = 'visits.mutya'

/** One appointment as calendar programs read it (RFC 5545). */
export type CalendarEntry = Pick<AppointmentRow, 'id' | 'version' | 'status' | 'starts_at' | 'ends_at'> & {
  /**
   * DTSTAMP: when the text was made, or when the appointment last changed if repeated reads must give the same text.
   */
  stamp: Date
  summary: string
  location: string | null
  description?: string
  organizer: Organizer | null
  /** The client, in invitations sent by e-mail. */
  attendee?: { name: string; email: string }
}

/**
 * The clinic as the organizer. Calendar programs send replies to `email`; `sentBy` is the address that sends the
 * e-mails.
 */
type Organizer = { name: string; email: string; sentBy?: string }

/** The clinic as the organizer of calendar entries; null if the clinic has neither an e-mail nor a mail server. */
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
    // The UID never changes and the version grows with each change, so that a calendar program replaces its earlier
    // entry of the visit.
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
  /**
   * `PUBLISH` for downloads and subscriptions; `REQUEST` and `CANCEL` for e-mails that add, change or remove an entry.
   */
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  entries: readonly CalendarEntry[]
  /** Only for subscribed calendars: the name, and after how many seconds calendar programs should read it again. */
  name?: string
  ttl?: number
}

/** The only function that writes calendar text: for the booking page, e-mails and practitioners' feeds. */
export function calendarText({ method, entries, ...calendar }: CalendarText): string {
  return ical({
    ...calendar,
    prodId: '//Mutya//Visits//EN',
    method: ICalCalendarMethod[method],
    events: entries.map(eventOf),
  }).toString()
}
