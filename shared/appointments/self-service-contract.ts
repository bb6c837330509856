import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, strictBody } from '#shared/lib/fields.ts'
import { clientAppointment, slotTime } from './contract.ts'

/** What clients change of their own visits, besides cancelling them. */
export const selfServiceContract = {
  move: endpoint({
    method: 'PUT',
    url: '/api/my/appointments/:id/move',
    access: 'appointments.own',
    summary: "Move my appointment to another time, as far ahead as the clinic's policy allows",
    params: z.object({ id }),
    body: strictBody({ appointment_date: civilDate, appointment_time: slotTime }),
    response: z.object({ data: clientAppointment }),
    errorData: { state_moved: clientAppointment },
    idempotent: 'optional',
  }),
}
