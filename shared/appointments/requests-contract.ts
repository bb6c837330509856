import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant, strictBody } from '#shared/lib/fields.ts'
import { MAX_PER_PAGE, pageCounters, pageQuery } from '#shared/lib/paging.ts'
import { staffAppointment } from './contract.ts'
import { appointmentMessages } from './messages.ts'
import { requestMessages as s } from './request-messages.ts'
import { CANCEL_REASONS } from './status.ts'

/** A pending booking that waits for the clinic's answer. */
const appointmentRequest = staffAppointment.extend({
  /** When it was booked. */
  requested_at: instant,
  /** The clinic does not know this person yet: no visit of theirs was confirmed, booked by staff or paid. */
  is_new_client: z.boolean(),
  /** A first visit lapses then, unless it is answered before; null for every other. */
  held_until: instant.nullable(),
})
export type AppointmentRequest = z.output<typeof appointmentRequest>

/** So many visits may be confirmed, or asked for by their ids, at once. */
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
        /** How many wait for each business date, whatever `date` asks for. */
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
      /** Ids, with commas between them. */
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
        /** How many were confirmed. */
        confirmed: z.number().int(),
        /** Not pending any more: somebody else has answered them. */
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
