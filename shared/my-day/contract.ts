import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, civilTime, id, instant, strictBody } from '#shared/lib/fields.ts'
import { staffAppointment } from '#shared/appointments/contract.ts'

/** What a practitioner sees of an own visit: nothing of money, and no way to reach the client but the desk. */
const ownVisit = staffAppointment
  .pick({
    id: true,
    name: true,
    appointment_date: true,
    appointment_time: true,
    duration_minutes: true,
    status: true,
    version: true,
    service_name: true,
    further_services: true,
    arrived_at: true,
    note: true,
    undo: true,
    overdue: true,
  })
  .extend({
    /** When the own part begins, which may be after the midnight that ends the date. */
    starts_at: instant,
    /** Where it takes place. */
    room_name: z.string().nullable(),
    /** From when the whole visit takes place and how long, where others do some of its services; the rest of the row is their own part. */
    whole: z.object({ appointment_time: civilTime, duration_minutes: z.number().int() }).nullable(),
  })
export type OwnVisit = z.output<typeof ownVisit>

const byId = z.object({ id })
const answer = z.object({ data: ownVisit })

/** The day of a practitioner: the own visits, and what is done with them in the room. */
export const myDayContract = {
  day: endpoint({
    method: 'GET',
    url: '/api/my-day',
    access: 'visits.own',
    summary: "A practitioner's own visits of a date, by time, without those that were cancelled",
    database: 'snapshot',
    querystring: z.strictObject({ date: civilDate }),
    response: z.object({
      data: z.object({
        /** Whom the log-in is for; null as long as no admin has said. */
        practitioner_name: z.string().nullable(),
        visits: z.array(ownVisit),
      }),
    }),
  }),
  changeStatus: endpoint({
    method: 'PUT',
    url: '/api/my-day/:id/status',
    access: 'visits.own',
    summary: 'Start or end the treatment of an own visit',
    params: byId,
    body: strictBody({ status: z.enum(['on-going', 'completed']) }),
    response: answer,
    ifMatch: true,
  }),
  setArrived: endpoint({
    method: 'PUT',
    url: '/api/my-day/:id/arrived',
    access: 'visits.own',
    summary: 'Mark that the client of an own visit is here, or take the mark away',
    params: byId,
    body: strictBody({ arrived: z.boolean() }),
    response: answer,
  }),
  undo: endpoint({
    method: 'PUT',
    url: '/api/my-day/:id/undo',
    access: 'visits.own',
    summary: 'Take back the own last change of the status of an own visit, within ten minutes',
    params: byId,
    body: strictBody({}),
    response: answer,
    ifMatch: true,
  }),
}
