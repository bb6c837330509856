import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant, strictBody } from '#shared/lib/fields.ts'
import { MAX_PER_PAGE, pageCounters, pageQuery } from '#shared/lib/paging.ts'
import { staffAppointment } from './contract.ts'
import { appointmentMessages } from './messages.ts'
import { requestMessages as s } from './desk-messages.ts'
import { CANCEL_REASONS } from './status.ts'

/** A pending booking that waits for the clinic's answer. */
const appointmentRequest = staffAppointment.extend({
  /** When the client booked it. */
  requested_at: instant,
  /** True when the clinic does not know the client yet: no visit was confirmed, booked by staff or paid. */
  is_new_client: z.boolean(),
  /** When an unconfirmed first visit expires; null for all others. */
  held_until: instant.nullable(),
})
export type AppointmentRequest = z.output<typeof appointmentRequest>

/** How many requests can be confirmed or read by id at once. */
const MAX_REQUESTS = MAX_PER_PAGE

const requestIds = z.array(id).min(1, s.nothingChosen).max(MAX_REQUESTS, s.tooMany(MAX_REQUESTS))

export const requestsContract = {
  requests: endpoint({
    method: 'GET',
    url: '/api/appointments/requests',
    access: 'appointments.manage',
    shared: true,
    summary: 'Pending bookings, the one that waits longest first; of all days or one',
    database: 'snapshot',
    timeoutMs: 5_000,
    querystring: pageQuery(MAX_PER_PAGE, { date: civilDate.optional() }),
    response: z.object({
      requests: z.array(appointmentRequest),
      ...pageCounters,
      summary: z.object({
        /** The number of requests on each business date, regardless of `date`. */
        days: z.object({ date: civilDate, requests: z.number().int() }).array(),
      }),
    }),
  }),
  arrivals: endpoint({
    method: 'GET',
    url: '/api/appointments/arrivals',
    access: 'appointments.manage',
    shared: true,
    summary: 'The visits that the event stream has named, as they stand now',
    timeoutMs: 5_000,
    querystring: z.strictObject({
      /** Ids separated by commas. */
      ids: z
        .string()
        .transform((text) => text.split(','))
        .pipe(requestIds),
    }),
    response: z.object({ appointments: z.array(appointmentRequest) }),
  }),
  confirm: endpoint({
    method: 'PUT',
    url: '/api/appointments/requests/confirm',
    access: 'appointments.manage',
    summary: 'Confirm several pending bookings at once; those that were answered meanwhile are named and left',
    body: strictBody({ ids: requestIds }),
    response: z.object({
      data: z.object({
        /** The number of confirmed requests. */
        confirmed: z.number().int(),
        /** Visits that somebody else has already answered. */
        left: z.array(staffAppointment),
      }),
    }),
  }),
  decline: endpoint({
    method: 'PUT',
    url: '/api/appointments/requests/decline',
    access: 'appointments.manage',
    summary: 'Decline several pending bookings at once, with one reason; paid and answered ones are named and left',
    body: strictBody({ ids: requestIds, reason: z.enum(CANCEL_REASONS, appointmentMessages.reasonRequired) }),
    response: z.object({
      data: z.object({
        /** The number of declined requests. */
        declined: z.number().int(),
        /** Requests left unchanged, because they are paid or no longer pending. */
        left: z.array(staffAppointment),
      }),
    }),
  }),
}
