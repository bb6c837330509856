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
      /** The visits that the person saw, so that later bookings stay; without it, all. */
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
