import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { email, optionalText, requiredName, requiredText, strictBody, version } from '#shared/lib/fields.ts'
import { affectedVisits } from '#shared/lib/affected-visits.ts'
import { optionalPhone } from '#shared/lib/phone-fields.ts'
import { LONGEST_HORIZON, LONGEST_NOTICE, START_INTERVALS, MAX_NOTICE_HOURS } from './booking-rules.ts'
import { MAX_SLOT } from './opening-hours.ts'
import { clinicMessages } from './messages.ts'

const openingHours = z.object({
  /** The weekday: 0 = Sunday … 6 = Saturday. */
  weekday: z.number().int().min(0).max(6),
  is_open: z.boolean(),
  /** Numbers of slots of the day: 0 is 8:00 AM, 32 is midnight. */
  first_slot: z.number().int().min(0).max(MAX_SLOT),
  last_slot: z.number().int().min(0).max(MAX_SLOT),
})

const clinicProfile = z.object({
  name: z.string(),
  address: z.string(),
  location_label: z.string(),
  phone: z.string(),
  email: z.string(),
  tin: z.string(),
  hours_text: z.string(),
  receipt_foot: z.string(),
  facebook_url: z.string(),
  instagram_url: z.string(),
  tiktok_url: z.string(),
  /** The clinic's own logo; null if there is none. */
  logo_id: z.string().nullable(),
  opening_hours: z.array(openingHours),
  /**
   * How many hours before the start clients can still move a visit, and cancel it (`cancel_notice_hours`). With 0, this
   * is possible until the visit begins.
   */
  move_notice_hours: z.number().int(),
  cancel_notice_hours: z.number().int(),
  /** How many minutes apart visits start. */
  start_interval_minutes: z.literal(START_INTERVALS),
  /**
   * The rules for services without their own: how long before the start clients must book (`minimum_notice_minutes`),
   * and how many days ahead they can book (`horizon_days`; null for the general maximum).
   */
  minimum_notice_minutes: z.number().int(),
  horizon_days: z.number().int().nullable(),
  /** True until the first admin exists. Until then, all pages lead to /setup. */
  needs_setup: z.boolean(),
  version,
})
export type ClinicProfile = z.output<typeof clinicProfile>

/** The fields of the profile that are columns of `branches`. */
export const PROFILE_COLUMNS = clinicProfile
  .omit({ logo_id: true, opening_hours: true, needs_setup: true })
  .keyof().options

const whole = (min: number, max: number, sentence: string) =>
  z.number(sentence).int(sentence).min(min, sentence).max(max, sentence)
const noticeHours = z.number().int().min(0).max(MAX_NOTICE_HOURS)
const blank = (max: number) => optionalText(max).transform((text) => text ?? '')
const link = blank(200).refine((text) => text === '' || /^https:\/\/\S+$/.test(text), clinicMessages.link)

/** The common fields of the setup form and the profile form. */
export const clinicFields = {
  name: requiredName(120, clinicMessages.nameRequired),
  address: requiredText(240, clinicMessages.addressRequired),
  phone: optionalPhone.refine((text) => text !== null, clinicMessages.phoneRequired).transform((text) => text ?? ''),
  email,
}

export const clinicContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/clinic',
    access: 'public',
    summary: "The clinic's name, address, contact data and opening hours",
    response: z.object({
      data: clinicProfile,
      /** False without a mail server, so that no password link can be sent. */
      sends_email: z.boolean(),
      /** True if the clinic keeps a clinical record; otherwise this field is missing. */
      keeps_charts: z.literal(true).optional(),
    }),
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/clinic',
    access: 'clinic.manage',
    summary: 'Change the clinic profile',
    database: 'none',
    body: strictBody({
      ...clinicFields,
      location_label: blank(80),
      tin: blank(40),
      hours_text: requiredText(120),
      receipt_foot: requiredText(240),
      facebook_url: link,
      instagram_url: link,
      tiktok_url: link,
      /** Without this field, the notice for moving and cancelling a visit stays as it is. */
      move_notice_hours: noticeHours.optional(),
      cancel_notice_hours: noticeHours.optional(),
      start_interval_minutes: z.literal(START_INTERVALS, clinicMessages.startInterval).optional(),
      minimum_notice_minutes: whole(0, LONGEST_NOTICE, clinicMessages.bookingNotice).optional(),
      horizon_days: whole(1, LONGEST_HORIZON, clinicMessages.bookingHorizon).nullable().optional(),
      opening_hours: z
        .array(strictBody(openingHours.shape))
        .length(7, clinicMessages.sevenDays)
        .refine((days) => new Set(days.map((day) => day.weekday)).size === 7, clinicMessages.sevenDays)
        .refine((days) => days.every((day) => day.first_slot <= day.last_slot), clinicMessages.hoursOrder),
      /**
       * If false and booked visits are outside of the new hours, the call is refused (409) with a list of these visits.
       */
      despite_visits: z.boolean().default(false),
    }),
    response: z.object({ data: clinicProfile }),
    errorData: { stale: clinicProfile, conflict: affectedVisits },
    ifMatch: true,
  }),
}
