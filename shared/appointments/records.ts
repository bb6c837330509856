import { z } from 'zod'
import { civilDate, civilTime, id, instant } from '#shared/lib/fields.ts'
import { APPOINTMENT_STATUSES, KEPT_CANCEL_REASONS } from './status.ts'
import { MOST_SERVICES, visitServicesMessages } from '#shared/lib/visit-services.ts'

const status = z.enum(APPOINTMENT_STATUSES)
const keptCancelReason = z.enum(KEPT_CANCEL_REASONS)

/** The services that follow the first one of a visit, in their order. */
export const furtherServiceIds = z
  .array(id)
  .max(MOST_SERVICES - 1, visitServicesMessages.atMost)
  .refine((ids) => new Set(ids).size === ids.length, visitServicesMessages.twice)

/** The same in an address: ids with commas between them. */
export const furtherServicesParam = z
  .string()
  .transform((text) => text.split(','))
  .pipe(furtherServiceIds)

/** A service of a visit after the first one; it begins when the one before it ends. */
export const furtherService = z.object({
  service_id: id,
  treatment_id: id,
  service_name: z.string(),
  treatment_name: z.string(),
  /** How long it takes, as it was booked. */
  duration_minutes: z.number().int(),
  practitioner_id: id.nullable(),
  practitioner_name: z.string().nullable(),
})
export type FurtherService = z.output<typeof furtherService>

/**
 * The practitioner of each service at a new time, as chosen; the move is refused when one is not free. Null: the
 * service needs none.
 */
export const peopleOfMove = z.array(id.nullable()).max(MOST_SERVICES)

/** The times of a date to which a visit can be moved, with the practitioners at each. */
export const moveTimes = z.object({
  /** Names of the practitioners chosen by name; empty when anyone may do the visit. */
  asked_for: z.array(z.string()),
  /** How many days ahead the visit can be booked; null: up to the clinic's limit. */
  horizon_days: z.number().int().nullable(),
  /** The date cannot be booked: the clinic has closed it, or it is a public holiday and the caller is a client. */
  is_closed: z.boolean(),
  starts: z.array(
    z.object({
      time: civilTime,
      practitioner_ids: peopleOfMove,
      /** The practitioners' names, each once. */
      practitioners: z.array(z.string()),
      /** The practitioners chosen by name are not free at this time, so somebody else does the visit. */
      is_other: z.boolean(),
    }),
  ),
})
export type MoveTimes = z.output<typeof moveTimes>
export type MoveStart = MoveTimes['starts'][number]

/** What staff noted about a visit, for staff alone; its version is apart from the visit's. */
export const visitNote = z.object({ text: z.string().nullable(), version: z.number().int() })
export type VisitNote = z.output<typeof visitNote>

/** What staff see of an appointment. `id` and `appointment_id` are the same (both names are in use). */
export const staffAppointment = z.object({
  id,
  appointment_id: id,
  user_id: id,
  client_id: id,
  name: z.string(),
  contact_number: z.string(),
  appointment_date: civilDate,
  appointment_time: civilTime,
  /** How long it takes. */
  duration_minutes: z.number().int(),
  status,
  version: z.number().int(),
  treatment_id: id,
  service_id: id,
  treatment_name: z.string(),
  service_name: z.string(),
  /** Services after the first one; usually none. */
  further_services: z.array(furtherService),
  /** Who does it; null where the service needs nobody in particular. */
  practitioner_id: id.nullable(),
  practitioner_name: z.string().nullable(),
  /** The colour by which staff know them, as `#rrggbb`. */
  practitioner_colour: z.string().nullable(),
  cancel_reason: keptCancelReason.nullable(),
  done_at: instant.nullable(),
  /** When staff marked that the client is here. */
  arrived_at: instant.nullable(),
  note: visitNote,
  /** Why staff booked it over something that was taken; null when nothing was. */
  overbook_reason: z.string().nullable(),
  /** Who made the last change of the status (an account), and until when they may take it back; null when nobody may. */
  undo: z.object({ by: id, until: instant }).nullable(),
  /** True for an unfinished appointment whose time is over, unless it is just going on. */
  overdue: z.boolean(),
  is_paid: z.boolean(),
  /** Of the sale that paid it; null as long as it is not paid. */
  paid_receipt_number: z.number().int().nullable(),
  /** The name of the sale's document, with kind and series. */
  paid_document: z.string().nullable(),
})
export type StaffAppointment = z.output<typeof staffAppointment>

/** An appointment as the calendar and the list of a day show it and move it on: without the treatment. */
export const calendarAppointment = staffAppointment.pick({
  id: true,
  client_id: true,
  name: true,
  contact_number: true,
  appointment_date: true,
  appointment_time: true,
  duration_minutes: true,
  status: true,
  version: true,
  service_id: true,
  service_name: true,
  further_services: true,
  arrived_at: true,
  note: true,
  overbook_reason: true,
  undo: true,
  practitioner_id: true,
  practitioner_name: true,
  practitioner_colour: true,
  overdue: true,
  is_paid: true,
  paid_receipt_number: true,
  paid_document: true,
})
export type CalendarAppointment = z.output<typeof calendarAppointment>
