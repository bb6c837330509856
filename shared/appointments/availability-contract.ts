import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, civilTime, id, instant, strictBody } from '#shared/lib/fields.ts'
import { MAX_CALENDAR_DAYS, slotTime } from './contract.ts'
import { furtherServiceIds, furtherServicesParam } from './records.ts'
import { appointmentMessages } from './messages.ts'

const freeDay = z.object({
  date: civilDate,
  /** The free starts, earliest first; empty when nothing is free, the clinic is closed, or the day cannot be booked. */
  starts: z.array(
    z.object({
      time: civilTime,
      /**
       * The practitioners who are free at this start, as indexes of the list `practitioners`, the least busy first.
       * Empty when the service needs no practitioner, or when the visit must be shared among several.
       */
      practitioners: z.array(z.number().int()),
    }),
  ),
})
export type FreeDay = z.output<typeof freeDay>

const tooManyDays = appointmentMessages.calendarRange(MAX_CALENDAR_DAYS)

const availabilityQuery = z.strictObject({
  service_id: id,
  /** The ids of the visit's services after the first one, separated by commas. */
  further_services: furtherServicesParam.optional(),
  /** The first of the requested dates. */
  date: civilDate,
  /** The practitioner who must be free at the returned times. Without this field, any practitioner may be free. */
  practitioner_id: id.optional(),
  days: z.coerce
    .number(tooManyDays)
    .int(tooManyDays)
    .min(1, tooManyDays)
    .max(MAX_CALENDAR_DAYS, tooManyDays)
    .default(1),
})

const freeTimes = z.object({
  data: z.object({
    /** The length of the visit with all its services, in minutes. */
    duration_minutes: z.number().int(),
    /**
     * The practitioners who can do all services of the visit that need one; empty when no service needs a practitioner.
     */
    practitioners: z.array(
      z.object({
        id,
        name: z.string(),
        /** The job title, such as "Dermatologist"; may be empty. */
        title: z.string(),
        /** The path of the practitioner's photo, or null. */
        photo: z.string().nullable(),
      }),
    ),
    /** How many days ahead the visit can be booked; null for the clinic's maximum and for staff. */
    horizon_days: z.number().int().nullable(),
    /** How many minutes before its start the visit must be booked; 0 for staff. */
    minimum_notice_minutes: z.number().int(),
    days: z.array(freeDay),
  }),
})

export const availabilityContract = {
  availability: endpoint({
    method: 'GET',
    url: '/api/availability',
    access: 'public',
    summary:
      'The free start times of a service on some days, each with the practitioners who are free for the whole visit',
    database: 'read',
    shared: true,
    querystring: availabilityQuery,
    response: freeTimes,
  }),
  atDesk: endpoint({
    method: 'GET',
    url: '/api/appointments/availability',
    access: 'appointments.manage',
    summary:
      'The free start times of a service on some days for staff, who can also book services that clients cannot book online, and without minimum notice',
    database: 'read',
    shared: true,
    querystring: availabilityQuery,
    response: freeTimes,
  }),
}

/** Calls that reserve a free time while somebody fills in the rest of a booking. */
export const holdContract = {
  hold: endpoint({
    method: 'POST',
    url: '/api/holds',
    access: 'public',
    sessionOnly: true,
    summary: 'Reserve a time for this browser for ten minutes; an earlier reservation of the browser is released',
    status: 201,
    body: strictBody({
      appointment_date: civilDate,
      appointment_time: slotTime,
      service_id: id,
      /** The ids of the visit's services after the first one. */
      further_services: furtherServiceIds.optional(),
      /** The requested practitioner. Without this field, any practitioner who is free. */
      practitioner_id: id.optional(),
      /**
       * Identifies the reservation until the browser has the server's cookie, which comes with the response. If the
       * response is lost, the same key finds the reservation again.
       */
      browser_key: z.uuid().optional(),
    }),
    response: z.object({
      data: z.object({
        /**
         * When the slot reservation expires. Null when nothing is reserved; known clients can book the time even so.
         */
        held_until: instant.nullable(),
        /** Seconds until the reservation expires, for browsers with a wrong clock. */
        seconds_left: z.number().int().nullable(),
        /** Tells an unknown client what to do when they cannot book this time; missing when they can book it. */
        notice: z.string().optional(),
      }),
    }),
  }),
  giveUp: endpoint({
    method: 'DELETE',
    url: '/api/holds',
    access: 'public',
    sessionOnly: true,
    summary: 'Release the time that is reserved for this browser',
    response: z.object({ success: z.literal(true) }),
  }),
}
