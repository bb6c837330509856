import { z } from 'zod'
import { usedSupply } from '#shared/appointments/records.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, civilTime, id, instant, strictBody } from '#shared/lib/fields.ts'
import { override, visitQuestions } from '#shared/alerts/questions.ts'
import { staffAppointment } from '#shared/appointments/contract.ts'

/** A practitioner's own visit, without amounts and without the client's contact data. */
const ownVisit = staffAppointment
  .pick({
    id: true,
    client_id: true,
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
    client_note: true,
    undo: true,
    overdue: true,
  })
  .extend({
    /** When the practitioner's first service of the visit begins, which may be after midnight. */
    starts_at: instant,
    /** The name of the room. */
    room_name: z.string().nullable(),
    /**
     * Start and length of the whole visit when others do some of its services; the other fields are about the
     * practitioner's own services.
     */
    whole: z.object({ appointment_time: civilTime, duration_minutes: z.number().int() }).nullable(),
  })
export type OwnVisit = z.output<typeof ownVisit>

const byId = z.object({ id })
const answer = z.object({ data: ownVisit })

/** A practitioner's day: their own visits and what they do with them. */
export const myDayContract = {
  day: endpoint({
    method: 'GET',
    url: '/api/my-day',
    access: 'visits.own',
    summary: "The calling practitioner's visits of a date, sorted by time, without cancelled ones",
    database: 'snapshot',
    querystring: z.strictObject({ date: civilDate }),
    response: z.object({
      data: z.object({
        /**
         * The name of the practitioner whose visits the account shows; null until an admin has linked a practitioner.
         */
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
    /** `override` is the reason for which the visit is started despite an alert or a missing form. */
    body: strictBody({ status: z.enum(['on-going', 'completed']), override: override.optional() }),
    /** `used` are the supplies that a completed visit took from the stock; left out if there are none. */
    response: answer.extend({ used: z.array(usedSupply).optional() }),
    errorData: { needs_reason: visitQuestions },
    ifMatch: true,
  }),
  setArrived: endpoint({
    method: 'PUT',
    url: '/api/my-day/:id/arrived',
    access: 'visits.own',
    summary: 'Mark the client of an own visit as arrived, or remove the mark',
    params: byId,
    body: strictBody({ arrived: z.boolean() }),
    response: answer,
  }),
  undo: endpoint({
    method: 'PUT',
    url: '/api/my-day/:id/undo',
    access: 'visits.own',
    summary: "Undo one's own last status change of an own visit, within ten minutes",
    params: byId,
    body: strictBody({}),
    response: answer,
    ifMatch: true,
  }),
}
