import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant, messageAnswer } from '#shared/lib/fields.ts'

/** When the calendar feed was created; null without a feed. The URL is not included, because it is shown only once. */
const state = z.object({ data: z.object({ created_at: instant.nullable() }) })
const made = z.object({
  data: z.object({
    created_at: instant,
    /** The URL of the feed, shown only this once. It is only a path if the clinic has no public address. */
    address: z.string(),
  }),
})
const params = z.object({ id })

/** Serves one appointment as a file, for its client's calendar. */
export const visitFileContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/my/appointments/:id/calendar-file',
    access: 'appointments.own',
    summary: 'An own appointment as a calendar file (RFC 5545), which the files of later e-mails move or cancel',
    database: 'none',
    answers: 'file',
    params,
    response: z.string().describe('text/calendar'),
  }),
}

/** Visits of a practitioner, a room or the whole clinic as a calendar feed, at a secret URL that can be revoked. */
export const calendarFeedContract = {
  mine: endpoint({
    method: 'GET',
    url: '/api/my-day/calendar-feed',
    access: 'visits.own',
    summary: "Since when the caller's visits have a calendar address",
    response: state,
  }),
  createMine: endpoint({
    method: 'POST',
    url: '/api/my-day/calendar-feed',
    access: 'visits.own',
    summary: "Create the calendar address of the caller's visits; an earlier address becomes invalid",
    status: 201,
    response: made,
  }),
  revokeMine: endpoint({
    method: 'DELETE',
    url: '/api/my-day/calendar-feed',
    access: 'visits.own',
    summary: "Delete the calendar address of the caller's visits",
    response: messageAnswer,
  }),
  ofResource: endpoint({
    method: 'GET',
    url: '/api/resources/:id/calendar-feed',
    access: 'resources.manage',
    summary: 'Since when the visits of a practitioner or room have a calendar address',
    params,
    response: state,
  }),
  create: endpoint({
    method: 'POST',
    url: '/api/resources/:id/calendar-feed',
    access: 'resources.manage',
    summary: 'Create the calendar address of the visits of a practitioner or room; an earlier address becomes invalid',
    status: 201,
    params,
    response: made,
  }),
  revoke: endpoint({
    method: 'DELETE',
    url: '/api/resources/:id/calendar-feed',
    access: 'resources.manage',
    summary: 'Delete the calendar address of the visits of a practitioner or room',
    params,
    response: messageAnswer,
  }),
  ofClinic: endpoint({
    method: 'GET',
    url: '/api/clinic/calendar-feed',
    access: 'clinic.manage',
    summary: 'Since when all visits of the clinic have a calendar address',
    response: state,
  }),
  createOfClinic: endpoint({
    method: 'POST',
    url: '/api/clinic/calendar-feed',
    access: 'clinic.manage',
    summary: 'Create the calendar address of all visits of the clinic; an earlier address becomes invalid',
    status: 201,
    response: made,
  }),
  revokeOfClinic: endpoint({
    method: 'DELETE',
    url: '/api/clinic/calendar-feed',
    access: 'clinic.manage',
    summary: 'Delete the calendar address of all visits of the clinic',
    response: messageAnswer,
  }),
  read: endpoint({
    method: 'GET',
    url: '/api/calendar-feeds/:name',
    access: 'public',
    summary:
      'The visits of a practitioner, a room or the clinic as a calendar (RFC 5545); anyone with the secret address can read it',
    database: 'none',
    answers: 'file',
    secretAddress: true,
    params: z.object({ name: z.string() }),
    response: z.string().describe('text/calendar'),
  }),
}
