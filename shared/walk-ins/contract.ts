import { z } from 'zod'
import { override, visitQuestions } from '#shared/alerts/questions.ts'
import { overbook, conflictsForStaff } from '#shared/appointments/records.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, civilTime, id, instant, strictBody } from '#shared/lib/fields.ts'

/**
 * `taken-in`: the visit of the walk-in has started. `left`: the walk-in has gone. `paid`: a sale was made for the
 * walk-in while in the queue.
 */
const WALK_IN_STATES = ['waiting', 'taken-in', 'left', 'paid'] as const
export type WalkInState = (typeof WALK_IN_STATES)[number]

/** A client who came without an appointment, with their number in the queue of the day. */
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
  /** The visit that was started from the queue; null in every state but `taken-in`. */
  appointment_id: id.nullable(),
})
export type WalkIn = z.output<typeof walkIn>

/** The practitioner of a visit that starts now, and the conflicts that staff overbook knowingly. */
const nowWith = strictBody({
  /** Leave this out for any free practitioner, or for a service that needs none. */
  practitioner_id: id.optional(),
  overbook: overbook.optional(),
  /** The reason for which the visit starts despite an alert or a missing form. */
  override: override.optional(),
})
export type NowWith = z.output<typeof nowWith>

/**
 * A practitioner with whom a visit can start now; `practitioner_id` is null for a service that needs no practitioner.
 */
const startOption = z.object({
  practitioner_id: id.nullable(),
  name: z.string().nullable(),
  /** The taken times of the practitioner and of rooms; if empty, the visit can start at once. */
  conflicts: conflictsForStaff.shape.conflicts,
})
export type StartOption = z.output<typeof startOption>

const byId = z.object({ id })
const answer = z.object({ data: walkIn })

export const walkInsContract = {
  queue: endpoint({
    method: 'GET',
    url: '/api/walk-ins',
    access: 'appointments.manage',
    shared: true,
    summary: 'The walk-ins who are waiting today, sorted by queue number',
    database: 'read',
    timeoutMs: 5_000,
    response: z.object({ data: z.array(walkIn) }),
  }),
  startOptions: endpoint({
    method: 'GET',
    url: '/api/walk-ins/start-options',
    access: 'appointments.manage',
    summary: 'The practitioners on duty with whom a visit of a service can start now, free ones first',
    database: 'snapshot',
    timeoutMs: 5_000,
    querystring: z.strictObject({ service_id: id }),
    response: z.object({
      data: z.object({
        /** The start of the visit: the beginning of the current quarter hour. */
        appointment_time: civilTime,
        options: z.array(startOption),
        /** Why no visit can start now; null if one can. */
        obstacle: z.string().nullable(),
      }),
    }),
  }),
  add: endpoint({
    method: 'POST',
    url: '/api/walk-ins',
    access: 'appointments.manage',
    summary: "Add a client to today's queue with the next queue number, or start their visit at once (`now_with`)",
    status: 201,
    body: strictBody({ user_id: id, service_id: id, now_with: nowWith.optional() }),
    response: answer,
    errorData: { slot_taken: conflictsForStaff, needs_reason: visitQuestions },
  }),
  takeIn: endpoint({
    method: 'PUT',
    url: '/api/walk-ins/:id/take-in',
    access: 'appointments.manage',
    summary: 'Start the visit of a waiting client with a practitioner',
    params: byId,
    body: nowWith,
    response: answer,
    errorData: { slot_taken: conflictsForStaff, needs_reason: visitQuestions },
  }),
  setLeft: endpoint({
    method: 'PUT',
    url: '/api/walk-ins/:id/left',
    access: 'appointments.manage',
    summary: 'Mark that a waiting client has left, or undo it',
    params: byId,
    body: strictBody({ left: z.boolean() }),
    response: answer,
  }),
}
