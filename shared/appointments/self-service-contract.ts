import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, strictBody, requiredText } from '#shared/lib/fields.ts'
import { clientAppointment, slotTime } from './contract.ts'
import { moveTimes, peopleOfMove } from './records.ts'
import { visitLinkMessages } from './messages.ts'

/** Calls by which clients change their own visits, apart from cancelling them. */
export const selfServiceContract = {
  moveTimes: endpoint({
    method: 'GET',
    url: '/api/my/appointments/:id/times',
    access: 'appointments.own',
    summary: 'The times of a date to which the client can move an own appointment, each with its practitioner',
    database: 'snapshot',
    params: z.object({ id }),
    querystring: z.strictObject({ date: civilDate }),
    response: z.object({ data: moveTimes }),
  }),
  move: endpoint({
    method: 'PUT',
    url: '/api/my/appointments/:id/move',
    access: 'appointments.own',
    summary: "Move an own appointment to another time, if the clinic's change notice still allows it",
    params: z.object({ id }),
    body: strictBody({
      appointment_date: civilDate,
      appointment_time: slotTime,
      /**
       * The practitioners of the new time. Without this field, practitioners chosen by name stay, and other services go
       * to anyone free.
       */
      practitioner_ids: peopleOfMove.optional(),
    }),
    response: z.object({ data: clientAppointment }),
    errorData: { state_moved: clientAppointment },
    ifMatch: true,
    idempotent: 'optional',
  }),
}

const token = requiredText(200, visitLinkMessages.linkVoid)
const visit = z.object({
  data: clientAppointment,
  policy: z.object({ move_notice_hours: z.number().int(), cancel_notice_hours: z.number().int() }),
  clinic_phone: z.string(),
})

/**
 * Calls with which a client manages one visit by the link in an e-mail, without log-in, until the visit begins. The
 * token is never in a URL.
 */
export const visitLinkContract = {
  see: endpoint({
    method: 'POST',
    url: '/api/visit-link',
    access: 'public',
    summary: 'The visit that a link from a message opens, and which changes the client can make',
    database: 'none',
    body: strictBody({ token }),
    response: visit,
  }),
  moveTimes: endpoint({
    method: 'POST',
    url: '/api/visit-link/times',
    access: 'public',
    summary: 'The times of a date to which the visit of a link can be moved, each with its practitioner',
    database: 'none',
    body: strictBody({ token, date: civilDate }),
    response: z.object({ data: moveTimes }),
  }),
  move: endpoint({
    method: 'POST',
    url: '/api/visit-link/move',
    access: 'public',
    summary: "Move the visit of a link to another time, if the clinic's change notice still allows it",
    database: 'none',
    body: strictBody({
      token,
      appointment_date: civilDate,
      appointment_time: slotTime,
      practitioner_ids: peopleOfMove.optional(),
    }),
    response: visit,
    errorData: { state_moved: clientAppointment },
    ifMatch: true,
  }),
  cancel: endpoint({
    method: 'POST',
    url: '/api/visit-link/cancel',
    access: 'public',
    summary: "Cancel the visit of a link, if the clinic's change notice still allows it",
    database: 'none',
    body: strictBody({ token }),
    response: visit,
    errorData: { state_moved: clientAppointment },
    ifMatch: true,
  }),
}
