import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, strictBody } from '#shared/lib/fields.ts'
import { clientAppointment, slotTime } from './contract.ts'
import { moveTimes, peopleOfMove } from './records.ts'

/** Clients' changes of their own visits, apart from cancelling. */
export const selfServiceContract = {
  moveTimes: endpoint({
    method: 'GET',
    url: '/api/my/appointments/:id/times',
    access: 'appointments.own',
    summary: 'The times of a date to which I can move my appointment, and who does it then',
    database: 'snapshot',
    params: z.object({ id }),
    querystring: z.strictObject({ date: civilDate }),
    response: z.object({ data: moveTimes }),
  }),
  move: endpoint({
    method: 'PUT',
    url: '/api/my/appointments/:id/move',
    access: 'appointments.own',
    summary: "Move my appointment to another time, as far ahead as the clinic's policy allows",
    params: z.object({ id }),
    body: strictBody({
      appointment_date: civilDate,
      appointment_time: slotTime,
      /** If left out, practitioners chosen by name stay; otherwise anyone free does the visit. */
      practitioner_ids: peopleOfMove.optional(),
    }),
    response: z.object({ data: clientAppointment }),
    errorData: { state_moved: clientAppointment },
    idempotent: 'optional',
  }),
}
