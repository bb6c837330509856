import { z } from 'zod'
import { overbook, takenForStaff } from '#shared/appointments/board/overbook.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, civilTime, id, instant, strictBody } from '#shared/lib/fields.ts'

/** `taken-in`: a visit has begun. `paid`: a sale was made for the person in the queue. */
const WALK_IN_STATES = ['waiting', 'taken-in', 'left', 'paid'] as const
export type WalkInState = (typeof WALK_IN_STATES)[number]

/** Who came without an appointment, with the number under which they stand in the queue of the day. */
export const walkIn = z.object({
  id,
  business_date: civilDate,
  number: z.number().int(),
  state: z.enum(WALK_IN_STATES),
  user_id: id,
  client_id: id,
  name: z.string(),
  email: z.string().nullable(),
  contact_number: z.string().nullable(),
  service_id: id,
  service_name: z.string(),
  came_at: instant,
  /** The visit that began when the person was taken in; null in every other state. */
  appointment_id: id.nullable(),
})
export type WalkIn = z.output<typeof walkIn>

/** With whom a visit begins now, and what staff knowingly book over. */
const nowWith = strictBody({
  /** Left out, whoever is free; and for a service that needs nobody in particular. */
  practitioner_id: id.optional(),
  overbook: overbook.optional(),
})
export type NowWith = z.output<typeof nowWith>

/** Somebody with whom a visit can begin now; `practitioner_id` is null where the service needs nobody in particular. */
const chair = z.object({
  practitioner_id: id.nullable(),
  name: z.string().nullable(),
  /** What is taken, in their time or in the rooms; empty: a visit can begin at once. */
  conflicts: takenForStaff.shape.conflicts,
})
export type Chair = z.output<typeof chair>

const byId = z.object({ id })
const answer = z.object({ data: walkIn })

export const walkInsContract = {
  queue: endpoint({
    method: 'GET',
    url: '/api/walk-ins',
    access: 'appointments.manage',
    shared: true,
    summary: 'Who waits today without an appointment, in the order of their numbers',
    database: 'read',
    timeoutMs: 5_000,
    response: z.object({ data: z.array(walkIn) }),
  }),
  chairs: endpoint({
    method: 'GET',
    url: '/api/walk-ins/now',
    access: 'appointments.manage',
    summary: 'With whom a visit of a service can begin now: who does it and is on duty, who is free first',
    database: 'snapshot',
    timeoutMs: 5_000,
    querystring: z.strictObject({ service_id: id }),
    response: z.object({
      data: z.object({
        /** When the visit would begin: with the quarter hour that is running. */
        appointment_time: civilTime,
        chairs: z.array(chair),
        /** Why nobody can be taken in now; null where there is somebody. */
        obstacle: z.string().nullable(),
      }),
    }),
  }),
  add: endpoint({
    method: 'POST',
    url: '/api/walk-ins',
    access: 'appointments.manage',
    summary: 'Put a client into the queue of today under the next number, or take them in at once (now_with)',
    status: 201,
    body: strictBody({ user_id: id, service_id: id, now_with: nowWith.optional() }),
    response: answer,
    errorData: { slot_taken: takenForStaff },
  }),
  takeIn: endpoint({
    method: 'PUT',
    url: '/api/walk-ins/:id/take-in',
    access: 'appointments.manage',
    summary: 'Begin a visit of somebody in the queue, with a practitioner',
    params: byId,
    body: nowWith,
    response: answer,
    errorData: { slot_taken: takenForStaff },
  }),
  setLeft: endpoint({
    method: 'PUT',
    url: '/api/walk-ins/:id/left',
    access: 'appointments.manage',
    summary: 'Mark that somebody has left the queue, or take the mark away',
    params: byId,
    body: strictBody({ left: z.boolean() }),
    response: answer,
  }),
}
