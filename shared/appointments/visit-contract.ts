import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, optionalText, strictBody } from '#shared/lib/fields.ts'
import { MOST_SERVICES, visitServicesMessages } from '#shared/lib/visit-services.ts'
import { overbook, takenForStaff } from './board/overbook.ts'
import { staffAppointment, visitNote } from './contract.ts'
import { moveTimes } from './records.ts'

const MAX_VISIT_NOTE = 500

const byId = z.object({ id })

/** What staff do with a visit apart from its status: mark arrivals, write notes, change services, undo changes. */
export const visitContract = {
  setArrived: endpoint({
    method: 'PUT',
    url: '/api/appointments/:id/arrived',
    access: 'appointments.manage',
    summary: 'Mark that the client is here, or take the mark away; the status stays',
    params: byId,
    body: strictBody({ arrived: z.boolean() }),
    response: z.object({ data: staffAppointment }),
    errorData: { state_moved: staffAppointment },
  }),
  changeNote: endpoint({
    method: 'PUT',
    url: '/api/appointments/:id/note',
    access: 'appointments.manage',
    summary: "Change the staff's note about a visit",
    params: byId,
    body: strictBody({ note: optionalText(MAX_VISIT_NOTE) }),
    response: z.object({ data: visitNote }),
    errorData: { stale: visitNote },
    ifMatch: true,
  }),
  moveTimes: endpoint({
    method: 'GET',
    url: '/api/appointments/:id/times',
    access: 'appointments.manage',
    summary: 'The times of a date to which staff can move an appointment, and who does it then',
    database: 'snapshot',
    params: byId,
    querystring: z.strictObject({ date: civilDate }),
    response: z.object({ data: moveTimes }),
  }),
  noShows: endpoint({
    method: 'GET',
    url: '/api/clients/:id/no-shows',
    access: 'appointments.manage',
    summary: 'How often a client did not come, and when last',
    database: 'read',
    params: byId,
    response: z.object({ data: z.object({ no_shows: z.number().int(), last_date: civilDate.nullable() }) }),
  }),
  changeServices: endpoint({
    method: 'PUT',
    url: '/api/appointments/:id/services',
    access: 'appointments.manage',
    summary: 'Change which services an open visit has; it keeps its beginning',
    params: byId,
    body: strictBody({
      /** All services in order. Existing ones keep the length with which they were booked. */
      service_ids: z
        .array(id)
        .min(1, visitServicesMessages.atLeastOne)
        .max(MOST_SERVICES, visitServicesMessages.atMost)
        .refine((ids) => new Set(ids).size === ids.length, visitServicesMessages.twice),
      overbook: overbook.optional(),
    }),
    response: z.object({ data: staffAppointment }),
    errorData: { state_moved: staffAppointment, slot_taken: takenForStaff },
    ifMatch: true,
  }),
  undo: endpoint({
    method: 'PUT',
    url: '/api/appointments/:id/undo',
    access: 'appointments.manage',
    summary: 'Take back the own last change of a status, a place or the services, within ten minutes',
    params: byId,
    body: strictBody({}),
    response: z.object({ data: staffAppointment }),
    errorData: { state_moved: staffAppointment },
    ifMatch: true,
  }),
}
