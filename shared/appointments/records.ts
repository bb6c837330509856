import { z } from 'zod'
import {
  civilDate,
  civilTime,
  id,
  instant,
  optionalText,
  requiredName,
  requiredText,
  strictBody,
} from '#shared/lib/fields.ts'
import { optionalPhone } from '#shared/lib/phone-fields.ts'
import { LONGEST_QUESTION, MOST_QUESTIONS } from '#shared/catalogue/question-limits.ts'
import { MAX_ANSWER, MAX_CLIENT_NOTE } from './limits.ts'
import { APPOINTMENT_STATUSES, STORED_CANCEL_REASONS } from './status.ts'
import { MOST_SERVICES, visitServicesMessages } from '#shared/lib/visit-services.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'

const status = z.enum(APPOINTMENT_STATUSES)
const storedCancelReason = z.enum(STORED_CANCEL_REASONS)
/** An optional phone number. Screens of the specification send "NOT PROVIDED" for an empty one. */
const contactNumber = z.preprocess((typed) => (typed === appointmentMessages.notProvided ? null : typed), optionalPhone)

/** The orders in which the list of appointments can be sorted instead of its default order. */
export const APPOINTMENT_SORTS = ['client', 'service', 'newest-requested'] as const

/** The filters of the list of appointments. */
export const appointmentFilter = {
  /** `active`: unfinished visits, overdue first · `completed-today`: newest first · `range`: by date. */
  scope: z.enum(['active', 'completed-today', 'range']).default('active'),
  from: civilDate.optional(),
  to: civilDate.optional(),
  status: status.optional(),
  /** Returns only appointments of this client. */
  client_id: id.optional(),
  /** `unpaid`: visits that have begun or are completed, and that no sale has paid. */
  payment: z.enum(['unpaid']).optional(),
  /** Replaces the default order of the scope: by client, by service, or the latest booking first. */
  sort: z.enum(APPOINTMENT_SORTS).optional(),
}

/** The ids of a visit's services after the first one, in the order of the visit. */
export const furtherServiceIds = z
  .array(id)
  .max(MOST_SERVICES - 1, visitServicesMessages.atMost)
  .refine((ids) => new Set(ids).size === ids.length, visitServicesMessages.twice)

/** The ids of a visit's services after the first, in a query parameter, separated by commas. */
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
  /** The length of the service when it was booked. */
  duration_minutes: z.number().int(),
  practitioner_id: id.nullable(),
  practitioner_name: z.string().nullable(),
})
export type FurtherService = z.output<typeof furtherService>

/**
 * The chosen practitioner of each service at a new time; null for a service that needs none. The move is refused when
 * one of them is not free.
 */
export const peopleOfMove = z.array(id.nullable()).max(MOST_SERVICES)

/** The start times of a date to which a visit can be moved, with the practitioners at each. */
export const moveTimes = z.object({
  /** Names of the practitioners chosen by name; empty when anyone may do the visit. */
  asked_for: z.array(z.string()),
  /** How many days ahead the visit can be booked; null if only the clinic's limit applies. */
  horizon_days: z.number().int().nullable(),
  /** True when the date is closed, or is a public holiday and the caller is a client. */
  is_closed: z.boolean(),
  starts: z.array(
    z.object({
      time: civilTime,
      practitioner_ids: peopleOfMove,
      /** The names of the practitioners who would do the visit at this time, each once. */
      practitioners: z.array(z.string()),
      /** True when the practitioners chosen by name are not free at this time, so that others do the visit. */
      is_other: z.boolean(),
    }),
  ),
})
export type MoveTimes = z.output<typeof moveTimes>
export type MoveStart = MoveTimes['starts'][number]

/** What a client can write while booking. */
export const writtenByClient = {
  /** Answers to questions of the visit's services, each with the words of its question. */
  answers: z
    .array(strictBody({ question: requiredText(LONGEST_QUESTION), answer: requiredText(MAX_ANSWER) }))
    .max(MOST_QUESTIONS * MOST_SERVICES)
    .optional(),
  /** What the client wants the clinic to know. */
  client_note: optionalText(MAX_CLIENT_NOTE).optional(),
}

/** The staff's note about a visit. The version is that of the note, not that of the visit. */
export const visitNote = z.object({ text: z.string().nullable(), version: z.number().int() })
export type VisitNote = z.output<typeof visitNote>

/** The fields of a booking that the columns of the same name store unchanged. */
export const storedAsSent = {
  contact_number: contactNumber,
  treatment_id: id,
  service_id: id,
  /** Staff may book a visit as confirmed. By default a booking waits for confirmation. */
  status: z.enum(['pending', 'confirmed']).default('pending'),
}

/** The fields that staff see exactly as the columns of the same name have them. */
export const shownAsStored = {
  user_id: id,
  client_id: id,
  name: z.string(),
  appointment_date: civilDate,
  appointment_time: civilTime,
  status,
  version: z.number().int(),
  treatment_id: id,
  service_id: id,
  treatment_name: z.string(),
  service_name: z.string(),
  /** The practitioner's id; null when the service needs no practitioner. */
  practitioner_id: id.nullable(),
  practitioner_name: z.string().nullable(),
  /** The colour of the practitioner on staff screens, as `#rrggbb`. */
  practitioner_colour: z.string().nullable(),
  cancel_reason: storedCancelReason.nullable(),
  /** What the client wrote while booking: answers to questions, and a note. */
  client_note: z.string().nullable(),
  /** Why staff overbooked the visit; null when it is not overbooked. */
  overbook_reason: z.string().nullable(),
  /** The receipt number of the sale that paid the visit; null while it is unpaid. */
  paid_receipt_number: z.number().int().nullable(),
}

/** An appointment with the fields for staff. `id` and `appointment_id` are equal (both names are in use). */
export const staffAppointment = z.object({
  id,
  appointment_id: id,
  ...shownAsStored,
  contact_number: z.string(),
  /** The length of the visit. */
  duration_minutes: z.number().int(),
  /** The services of the visit after the first one; usually there are none. */
  further_services: z.array(furtherService),
  done_at: instant.nullable(),
  /** When staff marked the client as arrived. */
  arrived_at: instant.nullable(),
  note: visitNote,
  /**
   * The account that made the last status change, and the time until which this account can undo it; null when nobody
   * can.
   */
  undo: z.object({ by: id, until: instant }).nullable(),
  /** True for an unfinished appointment whose time is over, except on-going ones. */
  overdue: z.boolean(),
  is_paid: z.boolean(),
  /** The name of the document that paid the visit, with kind and series. */
  paid_document: z.string().nullable(),
})
export type StaffAppointment = z.output<typeof staffAppointment>

/** The fields of an appointment that the calendar and the day list need. */
export const calendarAppointment = staffAppointment.omit({
  appointment_id: true,
  user_id: true,
  treatment_id: true,
  treatment_name: true,
  cancel_reason: true,
  done_at: true,
})
export type CalendarAppointment = z.output<typeof calendarAppointment>

export const MAX_OVERBOOK_REASON = 200

/** The resources that staff knowingly overbook, and the reason. A conflict with any other resource is still refused. */
export const overbook = strictBody({
  resource_ids: z.array(id).min(1).max(50),
  reason: requiredName(MAX_OVERBOOK_REASON, appointmentMessages.overbookReason),
})

/** The conflicts of a visit, with the details that staff need to decide whether to overbook them. */
export const conflictsForStaff = z.object({
  conflicts: z.array(
    z.object({
      id,
      name: z.string(),
      /** `busy`: the resource has another visit or a block. `away`: the time is outside of its hours. */
      why: z.enum(['busy', 'away']),
      /** When the resource is available again; null if it is not available again on this date. */
      until: civilTime.nullable(),
    }),
  ),
})

/** What a visit has used of a product. */
export const usedSupply = z.object({
  product_id: id,
  product_name: z.string(),
  unit_type: z.string(),
  amount: z.number(),
  /** The stock of the product after the visit; negative when more was used than was recorded as received. */
  balance: z.number(),
  /** The expired batch that was not used although nothing else was in stock. */
  expired_batch: z.object({ code: z.string().nullable(), expires_on: civilDate }).nullable(),
})
export type UsedSupply = z.output<typeof usedSupply>
