import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

/** Behind the id of a visit in every calendar. */
export const VISIT_ID_DOMAIN = 'visits.mutya'

export type CalendarVisit = {
  id: string
  /** Rises with each change of the visit: a later file takes the place of an earlier one. */
  sequence: number
  starts_at: Date
  ends_at: Date
  summary: string
  location: string
  organizer: { name: string; email: string }
  attendee: { name: string; email: string }
  isCancelled: boolean
  now: Date
}

/** A visit as a calendar file: entered by a calendar, changed under the same id, and taken out again by a cancellation. */
export function calendarFile(visit: CalendarVisit): { method: 'REQUEST' | 'CANCEL'; content: string } {
  const method = visit.isCancelled ? 'CANCEL' : 'REQUEST'
  const calendar = ical({ prodId: '//Mutya//Visits//EN', method: ICalCalendarMethod[method] })
  calendar.createEvent({
    // Its own for ever, whatever address the clinic moves to.
    id: `${visit.id}@${VISIT_ID_DOMAIN}`,
    sequence: visit.sequence,
    start: visit.starts_at,
    end: visit.ends_at,
    stamp: visit.now,
    summary: visit.summary,
    location: visit.location,
    status: visit.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: visit.organizer,
    attendees: [{ ...visit.attendee, rsvp: false }],
  })
  return { method, content: calendar.toString() }
}
