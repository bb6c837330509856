import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, requiredText, strictBody } from '#shared/lib/fields.ts'
import { clientAppointment, slotTime } from './contract.ts'
import { moveTimes, peopleOfMove } from './records.ts'
import { visitLinkMessages as s } from './messages.ts'

const token = requiredText(200, s.linkVoid)
const visit = z.object({
  data: clientAppointment,
  policy: z.object({ move_notice_hours: z.number().int(), cancel_notice_hours: z.number().int() }),
  clinic_phone: z.string(),
})

/** Managing one visit by the link in an e-mail, without log-in, until it begins. The token is never in a URL. */
export const visitLinkContract = {
  see: endpoint({
    method: 'POST',
    url: '/api/visit-link',
    access: 'public',
    summary: 'The visit of a link, and what may be changed of it',
    database: 'none',
    body: strictBody({ token }),
    response: visit,
  }),
  moveTimes: endpoint({
    method: 'POST',
    url: '/api/visit-link/times',
    access: 'public',
    summary: 'The times of a date to which the visit of a link can be moved, and who does it then',
    database: 'none',
    body: strictBody({ token, date: civilDate }),
    response: z.object({ data: moveTimes }),
  }),
  move: endpoint({
    method: 'POST',
    url: '/api/visit-link/move',
    access: 'public',
    summary: "Move the visit of a link to another time, as far ahead as the clinic's policy allows",
    database: 'none',
    body: strictBody({
      token,
      appointment_date: civilDate,
      appointment_time: slotTime,
      practitioner_ids: peopleOfMove.optional(),
    }),
    response: visit,
    errorData: { state_moved: clientAppointment },
  }),
  cancel: endpoint({
    method: 'POST',
    url: '/api/visit-link/cancel',
    access: 'public',
    summary: "Cancel the visit of a link, as far ahead as the clinic's policy allows",
    database: 'none',
    body: strictBody({ token }),
    response: visit,
    errorData: { state_moved: clientAppointment },
  }),
}
