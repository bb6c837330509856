import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, civilTime, id, instant, strictBody } from '#shared/lib/fields.ts'
import { MAX_CALENDAR_DAYS, slotTime } from './contract.ts'
import { furtherServiceIds, furtherServicesParam } from './records.ts'
import { appointmentMessages } from './messages.ts'

const freeDay = z.object({
  date: civilDate,
  /** Earliest first; empty when nothing is free, the clinic is closed, or the day cannot be booked yet or any more. */
  starts: z.array(
    z.object({
      time: civilTime,
      /**
       * Who is free then, as places in `practitioners`, the least busy first; empty when the service needs nobody, and where
       * several people do the services of a visit in turn.
       */
      practitioners: z.array(z.number().int()),
    }),
  ),
})
export type FreeDay = z.output<typeof freeDay>

const tooManyDays = appointmentMessages.calendarRange(MAX_CALENDAR_DAYS)

const asked = z.strictObject({
  service_id: id,
  /** Those that follow it in the same visit: ids with commas between them. */
  further_services: furtherServicesParam.optional(),
  /** The first of the days. */
  date: civilDate,
  /** With this person only. */
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
    /** How long a visit takes, all its services together. */
    duration_minutes: z.number().int(),
    /** Everybody who does the service, and all others of the visit that need somebody; empty when there is nobody in particular. */
    practitioners: z.array(
      z.object({
        id,
        name: z.string(),
        /** What they are: "Dermatologist"; may be empty. */
        title: z.string(),
        /** The address of the photo on this host, or null. */
        photo: z.string().nullable(),
      }),
    ),
    /** How many days ahead it can be booked; null: as far as anybody can, and for the desk. */
    horizon_days: z.number().int().nullable(),
    /** How many minutes before it begins it must be booked; 0 for the desk. */
    minimum_notice_minutes: z.number().int(),
    days: z.array(freeDay),
  }),
})

export const availabilityContract = {
  availability: endpoint({
    method: 'GET',
    url: '/api/availability',
    access: 'public',
    summary: 'When a service can be booked on some days, for the whole of its length, and who is free then',
    database: 'read',
    shared: true,
    querystring: asked,
    response: freeTimes,
  }),
  atDesk: endpoint({
    method: 'GET',
    url: '/api/appointments/availability',
    access: 'appointments.manage',
    summary: 'The same for the desk, which books services that are not online, and without notice',
    database: 'read',
    shared: true,
    querystring: asked,
    response: freeTimes,
  }),
}

/** Holding one of the free times while the rest of a booking is filled in. */
export const holdContract = {
  hold: endpoint({
    method: 'POST',
    url: '/api/holds',
    access: 'public',
    summary: 'Hold a time for this browser for some minutes; what it held before is free again',
    status: 201,
    body: strictBody({
      appointment_date: civilDate,
      appointment_time: slotTime,
      service_id: id,
      /** Those that follow it in the same visit. */
      further_services: furtherServiceIds.optional(),
      /** Who should do it; left out, whoever is free. */
      practitioner_id: id.optional(),
      /**
       * What the hold is known by while the browser has no secret of the server, which the answer brings: when that is lost,
       * the same key has the same hold again.
       */
      browser_key: z.uuid().optional(),
    }),
    response: z.object({
      data: z.object({
        /**
         * When the slot reservation expires. Null: nothing is reserved; known clients can book the time all the same.
         */
        held_until: instant.nullable(),
        /** Seconds until the reservation expires, for browsers with a wrong clock. */
        seconds_left: z.number().int().nullable(),
        /** What an unknown client can do instead; left out when the time can be booked. */
        notice: z.string().optional(),
      }),
    }),
  }),
  giveUp: endpoint({
    method: 'DELETE',
    url: '/api/holds',
    access: 'public',
    summary: 'Give up what this browser holds',
    response: z.object({ success: z.literal(true) }),
  }),
}
