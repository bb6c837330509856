import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant, messageAnswer } from '#shared/lib/fields.ts'

/** When the feed was created; null without one. Its URL is never shown again. */
const state = z.object({ data: z.object({ created_at: instant.nullable() }) })
const made = z.object({
  data: z.object({
    created_at: instant,
    /** Shown once. A full URL if the clinic's public address is configured, otherwise a path. */
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
    summary: 'An appointment of mine as a calendar file (RFC 5545), which later e-mails move and cancel',
    database: 'none',
    answers: 'file',
    params,
    response: z.string().describe('text/calendar'),
  }),
}

/** The visits of a practitioner in their own calendar program, under a secret address that can be revoked. */
export const calendarFeedContract = {
  mine: endpoint({
    method: 'GET',
    url: '/api/my-day/calendar-feed',
    access: 'visits.own',
    summary: 'Since when my visits have a calendar address',
    response: state,
  }),
  createMine: endpoint({
    method: 'POST',
    url: '/api/my-day/calendar-feed',
    access: 'visits.own',
    summary: 'Make the calendar address of my visits; an earlier one is void',
    status: 201,
    response: made,
  }),
  revokeMine: endpoint({
    method: 'DELETE',
    url: '/api/my-day/calendar-feed',
    access: 'visits.own',
    summary: 'Make the calendar address of my visits void',
    response: messageAnswer,
  }),
  ofPractitioner: endpoint({
    method: 'GET',
    url: '/api/resources/:id/calendar-feed',
    access: 'resources.manage',
    summary: "Since when a practitioner's visits have a calendar address",
    params,
    response: state,
  }),
  create: endpoint({
    method: 'POST',
    url: '/api/resources/:id/calendar-feed',
    access: 'resources.manage',
    summary: "Make the calendar address of a practitioner's visits; an earlier one is void",
    status: 201,
    params,
    response: made,
  }),
  revoke: endpoint({
    method: 'DELETE',
    url: '/api/resources/:id/calendar-feed',
    access: 'resources.manage',
    summary: "Make the calendar address of a practitioner's visits void",
    params,
    response: messageAnswer,
  }),
  read: endpoint({
    method: 'GET',
    url: '/api/calendar-feeds/:name',
    access: 'public',
    summary: 'The visits of a practitioner as a calendar (RFC 5545), for whoever has the secret address',
    database: 'none',
    answers: 'file',
    secretAddress: true,
    params: z.object({ name: z.string() }),
    response: z.string().describe('text/calendar'),
  }),
}
