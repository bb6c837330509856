import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant, strictBody } from '#shared/lib/fields.ts'
import { slotTime } from './contract.ts'

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
      /** Who should do it; left out, whoever is free. */
      practitioner_id: id.optional(),
    }),
    response: z.object({
      data: z.object({
        /** Null: too many hold a time just now. It can be booked all the same. */
        held_until: instant.nullable(),
        /** How long that is from now, for clocks that are wrong. */
        seconds_left: z.number().int().nullable(),
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
