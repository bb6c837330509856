import { z } from 'zod'
import { override, visitQuestions } from '#shared/alerts/questions.ts'
import { clientContact } from '#shared/clients/contract.ts'
import { clientAppointment } from '#shared/appointments/contract.ts'
import { furtherService, furtherServiceIds } from '#shared/appointments/records.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { exportOf } from '#shared/lib/lists/list-export.ts'
import { civilDate, civilTime, id, instant, noBody, strictBody } from '#shared/lib/fields.ts'
import { dayNumber } from '#shared/lib/manila-time.ts'
import { optionalPhone } from '#shared/lib/phone-fields.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { waitlistMessages as s } from './messages.ts'
import { DAY_PARTS, MAX_REQUESTED_DAYS, WAITLIST_STATES } from './requested-times.ts'

const state = z.enum(WAITLIST_STATES)
const dayParts = z
  .array(z.enum(DAY_PARTS), s.chooseParts)
  .min(1, s.chooseParts)
  .max(DAY_PARTS.length)
  .transform((chosen) => DAY_PARTS.filter((part) => chosen.includes(part)))

const requestedTimesFields = {
  service_id: id,
  /** The ids of the visit's services after the first one, in the order of the visit. */
  further_services: furtherServiceIds.default([]),
  /** The practitioner for all services; if left out, anyone. */
  practitioner_id: id.optional(),
  first_date: civilDate,
  last_date: civilDate,
  day_parts: dayParts,
}

type Days = { first_date: string; last_date: string }
const isOrdered = ({ first_date, last_date }: Days) => first_date <= last_date
const isShort = ({ first_date, last_date }: Days) => dayNumber(last_date) - dayNumber(first_date) < MAX_REQUESTED_DAYS

/** The body of a waitlist entry. The first day must not be after the last, and their number of days is limited. */
const waitlistEntryBody = <S extends z.core.$ZodLooseShape>(more: S) =>
  strictBody({ ...requestedTimesFields, ...more })
    .refine((wish) => isOrdered(wish as Days), { path: ['last_date'], error: s.lastBeforeFirst })
    .refine((wish) => isShort(wish as Days), { path: ['last_date'], error: s.tooManyDays(MAX_REQUESTED_DAYS) })

/** A time that is reserved for a waiting client. */
const waitlistOffer = z.object({
  id,
  appointment_date: civilDate,
  appointment_time: civilTime,
  practitioner_name: z.string().nullable(),
  made_at: instant,
  ends_at: instant,
  /** Seconds until the offer expires, by the server's clock. */
  seconds_left: z.number().int(),
})
export type WaitlistOffer = z.output<typeof waitlistOffer>

const entryFields = {
  id,
  treatment_name: z.string(),
  service_id: id,
  service_name: z.string(),
  /** The services of the visit after the first one; usually there are none. */
  further_services: z.array(
    furtherService.pick({ service_id: true, service_name: true, treatment_name: true, duration_minutes: true }),
  ),
  /** The length of the visit with all its services, in minutes. */
  duration_minutes: z.number().int(),
  practitioner_id: id.nullable(),
  practitioner_name: z.string().nullable(),
  first_date: civilDate,
  last_date: civilDate,
  day_parts: z.array(z.enum(DAY_PARTS)),
  state,
  created_at: instant,
  /** The currently offered time; null in every state but `offered`. */
  offer: waitlistOffer.nullable(),
}

/** A waitlist entry as its client sees it. */
const ownWaitlistEntry = z.object(entryFields)
export type OwnWaitlistEntry = z.output<typeof ownWaitlistEntry>

/** A waitlist entry with the fields that only staff see. */
const waitlistEntry = z.object({
  ...entryFields,
  client: clientContact,
  /** The number of offered times, including the current one. */
  offers_made: z.number().int(),
  /** False when one of the services can be booked by staff only, so that no time is ever offered. */
  offered_online: z.boolean(),
})
export type WaitlistEntry = z.output<typeof waitlistEntry>

const byId = z.object({ id })
const staffAnswer = z.object({ data: waitlistEntry })

const listFilter = {
  /** Which entries the list shows; `open` selects the entries that are waiting or have an offer. */
  state: z.enum(['open', ...WAITLIST_STATES]).default('open'),
}

/** The calls with which staff manage the waitlist. */
export const waitlistContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/waitlist',
    access: 'appointments.manage',
    shared: true,
    summary:
      'Waitlist entries: those with an open offer, then those that have waited longest; ended entries newest first',
    database: 'snapshot',
    timeoutMs: 5_000,
    querystring: pageQuery(20, listFilter),
    response: z.object({
      data: z.array(waitlistEntry),
      ...pageCounters,
      /** The number of entries in each state, whatever `state` is requested. */
      summary: z.record(state, z.number().int()),
    }),
  }),
  exportList: exportOf('/api/waitlist', 'appointments.manage', 'The filtered waitlist', searchQuery(listFilter)),
  add: endpoint({
    method: 'POST',
    url: '/api/waitlist',
    access: 'appointments.manage',
    summary: 'Add a client to the waitlist',
    status: 201,
    body: waitlistEntryBody({ user_id: id }),
    response: staffAnswer,
  }),
  take: endpoint({
    method: 'PUT',
    url: '/api/waitlist/:id/take',
    access: 'appointments.manage',
    summary: 'Book the offered time for a client who accepts it by phone',
    params: byId,
    /** `override` is the reason for which staff book the visit despite an alert of the client. */
    body: strictBody({ offer_id: id, override: override.optional() }),
    response: staffAnswer,
    errorData: { needs_reason: visitQuestions },
  }),
  markBooked: endpoint({
    method: 'PUT',
    url: '/api/waitlist/:id/booked',
    access: 'appointments.manage',
    summary: 'Link a waitlist entry to a visit that staff have booked for it',
    params: byId,
    body: strictBody({ appointment_id: id }),
    response: staffAnswer,
  }),
  offerAgain: endpoint({
    method: 'PUT',
    url: '/api/waitlist/:id/offer-again',
    access: 'appointments.manage',
    summary: 'Offer all fitting free times of a waitlist entry again, including times that were declined or expired',
    params: byId,
    body: noBody,
    response: staffAnswer,
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/waitlist/:id',
    access: 'appointments.manage',
    summary: 'Remove an entry from the waitlist',
    params: byId,
    body: noBody,
    response: staffAnswer,
  }),
}

const ownAnswer = z.object({ data: ownWaitlistEntry })
const offerBody = strictBody({ offer_id: id })

/** The calls with which clients manage their own waitlist entries. */
export const ownWaitlistContract = {
  mine: endpoint({
    method: 'GET',
    url: '/api/my/waitlist',
    access: 'appointments.own',
    summary: "The caller's open waitlist entries, with the time that is offered to them",
    response: z.object({ data: z.array(ownWaitlistEntry) }),
  }),
  join: endpoint({
    method: 'POST',
    url: '/api/my/waitlist',
    access: 'appointments.own',
    summary: 'Join the waitlist for a service',
    status: 201,
    /** `contact_number` is saved in the client's profile if the profile has no phone number. */
    body: waitlistEntryBody({ contact_number: optionalPhone }),
    response: ownAnswer,
  }),
  take: endpoint({
    method: 'PUT',
    url: '/api/my/waitlist/:id/take',
    access: 'appointments.own',
    summary: 'Book the time that is offered to the caller',
    params: byId,
    body: offerBody,
    response: z.object({ data: clientAppointment }),
  }),
  decline: endpoint({
    method: 'PUT',
    url: '/api/my/waitlist/:id/decline',
    access: 'appointments.own',
    summary: 'Decline the offered time; the entry stays on the waitlist',
    params: byId,
    body: offerBody,
    response: ownAnswer,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    url: '/api/my/waitlist/:id',
    access: 'appointments.own',
    summary: 'Withdraw an own waitlist entry',
    params: byId,
    body: noBody,
    response: ownAnswer,
  }),
}
