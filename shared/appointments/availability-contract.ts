import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, civilTime, id } from '#shared/lib/fields.ts'
import { MAX_CALENDAR_DAYS } from './contract.ts'
import { appointmentMessages } from './messages.ts'

const freeDay = z.object({
  date: civilDate,
  /** Earliest first; empty when nothing is free, the clinic is closed, or the day cannot be booked yet or any more. */
  starts: z.array(
    z.object({
      time: civilTime,
      /** Who is free then, as places in `practitioners`, the least busy first; empty when the service needs nobody. */
      practitioners: z.array(z.number().int()),
    }),
  ),
})
export type FreeDay = z.output<typeof freeDay>

const tooManyDays = appointmentMessages.calendarRange(MAX_CALENDAR_DAYS)

export const availabilityContract = {
  availability: endpoint({
    method: 'GET',
    url: '/api/availability',
    access: 'public',
    summary: 'When a service can be booked on some days, for the whole of its length, and who is free then',
    database: 'read',
    shared: true,
    querystring: z.strictObject({
      service_id: id,
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
    }),
    response: z.object({
      data: z.object({
        /** How long a visit takes. */
        duration_minutes: z.number().int(),
        /** Everybody who does the service; empty when it needs nobody in particular. */
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
        days: z.array(freeDay),
      }),
    }),
  }),
}
