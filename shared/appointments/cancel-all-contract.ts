import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, strictBody } from '#shared/lib/fields.ts'
import { MAX_PER_PAGE } from '#shared/lib/paging.ts'
import { staffAppointment } from './contract.ts'
import { appointmentMessages } from './messages.ts'
import { CANCEL_REASONS } from './status.ts'

export const cancelAllContract = {
  cancelAllOf: endpoint({
    method: 'PUT',
    url: '/api/clients/:id/cancel-appointments',
    access: 'appointments.manage',
    summary: 'Cancel every visit of a client that has not begun; paid ones are named and left',
    params: z.object({ id }),
    body: strictBody({
      reason: z.enum(CANCEL_REASONS, appointmentMessages.reasonRequired),
      /** Those that the person was shown: what was booked since stays. Left out, every one. */
      appointment_ids: z.array(id).max(MAX_PER_PAGE).optional(),
    }),
    response: z.object({
      data: z.object({
        /** How many were cancelled. */
        cancelled: z.number().int(),
        /** Left as they are, because they are paid. */
        paid: z.array(staffAppointment),
      }),
    }),
  }),
}
