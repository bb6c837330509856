import { z } from 'zod'
import { override, visitQuestions } from '#shared/alerts/questions.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, optionalText, strictBody, instant } from '#shared/lib/fields.ts'
import { MOST_SERVICES, visitServicesMessages } from '#shared/lib/visit-services.ts'
import { overbook, conflictsForStaff, moveTimes } from './records.ts'
import { staffAppointment, visitNote } from './contract.ts'
import { MAX_PER_PAGE, pageCounters, pageQuery } from '#shared/lib/paging.ts'
import { appointmentMessages } from './messages.ts'
import { requestMessages } from './desk-messages.ts'
import { CANCEL_REASONS } from './status.ts'

const MAX_VISIT_NOTE = 500

const byId = z.object({ id })

/**
 * What staff do with one visit apart from its status: read it, mark arrivals, write notes, change services, undo
 * changes.
 */
export const visitContract = {
  one: endpoint({
    method: 'GET',
    url: '/api/appointments/:id',
    access: 'appointments.manage',
    summary: 'One appointment, such as the one that a webhook names',
    database: 'read',
    params: byId,
    response: z.object({ data: staffAppointment }),
  }),
  setArrived: endpoint({
    method: 'PUT',
    url: '/api/appointments/:id/arrived',
    access: 'appointments.manage',
    summary: 'Mark the client of an appointment as arrived, or remove the mark; the status does not change',
    params: byId,
    body: strictBody({ arrived: z.boolean() }),
    response: z.object({ data: staffAppointment }),
    errorData: { state_moved: staffAppointment },
  }),
  changeNote: endpoint({
    method: 'PUT',
    url: '/api/appointments/:id/note',
    access: 'appointments.manage',
    summary: "Change the staff's note about a visit",
    params: byId,
    body: strictBody({ note: optionalText(MAX_VISIT_NOTE) }),
    response: z.object({ data: visitNote }),
    errorData: { stale: visitNote },
    ifMatch: true,
  }),
  moveTimes: endpoint({
    method: 'GET',
    url: '/api/appointments/:id/times',
    access: 'appointments.manage',
    summary: 'The times of a date to which staff can move an appointment, each with its practitioner',
    database: 'snapshot',
    params: byId,
    querystring: z.strictObject({ date: civilDate }),
    response: z.object({ data: moveTimes }),
  }),
  noShows: endpoint({
    method: 'GET',
    url: '/api/clients/:id/no-shows',
    access: 'appointments.manage',
    summary: "The number of a client's no-shows, and the date of the last one",
    database: 'read',
    params: byId,
    response: z.object({ data: z.object({ no_shows: z.number().int(), last_date: civilDate.nullable() }) }),
  }),
  changeServices: endpoint({
    method: 'PUT',
    url: '/api/appointments/:id/services',
    access: 'appointments.manage',
    summary: 'Change the services of an open visit; its start time does not change',
    params: byId,
    body: strictBody({
      /**
       * All services of the visit in order. Services that the visit had before keep the length with which they were
       * booked.
       */
      service_ids: z
        .array(id)
        .min(1, visitServicesMessages.atLeastOne)
        .max(MOST_SERVICES, visitServicesMessages.atMost)
        .refine((ids) => new Set(ids).size === ids.length, visitServicesMessages.twice),
      overbook: overbook.optional(),
      /** The reason for which staff choose services that the client should not have because of an alert. */
      override: override.optional(),
    }),
    response: z.object({ data: staffAppointment }),
    errorData: { state_moved: staffAppointment, slot_taken: conflictsForStaff, needs_reason: visitQuestions },
    ifMatch: true,
  }),
  undo: endpoint({
    method: 'PUT',
    url: '/api/appointments/:id/undo',
    access: 'appointments.manage',
    summary: "Undo one's own last change of a visit's status, time, resources or services, within ten minutes",
    params: byId,
    body: strictBody({}),
    response: z.object({ data: staffAppointment }),
    errorData: { state_moved: staffAppointment },
    ifMatch: true,
  }),
}

/** A pending booking that waits for the clinic's answer. */
const appointmentRequest = staffAppointment.extend({
  /** When the client booked the visit. */
  requested_at: instant,
  /** True when the clinic does not know the client yet: no visit was confirmed, booked by staff or paid. */
  is_new_client: z.boolean(),
  /** When an unconfirmed first visit expires; null for all other visits. */
  held_until: instant.nullable(),
})
export type AppointmentRequest = z.output<typeof appointmentRequest>

/** How many requests can be confirmed or read by id at once. */
const MAX_REQUESTS = MAX_PER_PAGE

const requestIds = z
  .array(id)
  .min(1, requestMessages.nothingChosen)
  .max(MAX_REQUESTS, requestMessages.tooMany(MAX_REQUESTS))

export const requestsContract = {
  requests: endpoint({
    method: 'GET',
    url: '/api/appointments/requests',
    access: 'appointments.manage',
    shared: true,
    summary: 'Booking requests that wait for an answer, oldest first, of all dates or one date',
    database: 'snapshot',
    timeoutMs: 5_000,
    querystring: pageQuery(MAX_PER_PAGE, { date: civilDate.optional() }),
    response: z.object({
      data: z.array(appointmentRequest),
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
    summary: 'The current data of visits whose ids the event stream has sent',
    timeoutMs: 5_000,
    querystring: z.strictObject({
      /** The ids of requests, separated by commas. */
      ids: z
        .string()
        .transform((text) => text.split(','))
        .pipe(requestIds),
    }),
    response: z.object({ data: z.array(appointmentRequest) }),
  }),
  confirm: endpoint({
    method: 'PUT',
    url: '/api/appointments/requests/confirm',
    access: 'appointments.manage',
    summary:
      'Confirm several booking requests at once; requests that were answered meanwhile are skipped and listed in the response',
    body: strictBody({ ids: requestIds }),
    response: z.object({
      data: z.object({
        /** The number of confirmed requests. */
        confirmed: z.number().int(),
        /** Requests left unchanged, because somebody else has already answered them. */
        left: z.array(staffAppointment),
      }),
    }),
  }),
  decline: endpoint({
    method: 'PUT',
    url: '/api/appointments/requests/decline',
    access: 'appointments.manage',
    summary:
      'Decline several booking requests at once, with one reason; paid and answered requests are skipped and listed in the response',
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

export const cancelAllContract = {
  cancelAllOf: endpoint({
    method: 'PUT',
    url: '/api/clients/:id/cancel-appointments',
    access: 'appointments.manage',
    summary: 'Cancel all visits of a client that have not begun; paid visits are skipped and listed in the response',
    params: z.object({ id }),
    body: strictBody({
      reason: z.enum(CANCEL_REASONS, appointmentMessages.reasonRequired),
      /**
       * The visits to cancel: those that the person has seen, so that visits booked since then stay. Without this
       * field, all visits are cancelled.
       */
      appointment_ids: z.array(id).max(MAX_PER_PAGE).optional(),
    }),
    response: z.object({
      data: z.object({
        /** The number of cancelled visits. */
        cancelled: z.number().int(),
        /** Visits left unchanged because they are paid. */
        paid: z.array(staffAppointment),
      }),
    }),
  }),
}
