import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { imageFile } from '#shared/lib/image-file.ts'
import {
  email,
  id,
  instant,
  optionalText,
  requiredPersonName,
  strictBody,
  version,
  civilDate,
  civilTime,
} from '#shared/lib/fields.ts'
import { optionalPhone } from '#shared/lib/phone-fields.ts'
import { ROLES } from '#shared/users/roles.ts'
import { typedPassword } from '#shared/users/password.ts'
import { profileMessages as s } from './messages.ts'
import { DOCUMENT_KINDS } from '#shared/clinic/documents.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'
import { lineTexts } from '#shared/sales/line.ts'
import { shownCard } from '#shared/sales/senior-pwd-card.ts'
import { consent } from '#shared/privacy/contract.ts'
import { NEWS_CHANNELS, NEWS_PLACES } from '#shared/privacy/news-contract.ts'
import { closureRequest } from '#shared/users/contract.ts'

const profile = z.object({
  id,
  name: z.string(),
  contact_number: z.string().nullable(),
  email: z.string().nullable(),
  location: z.string().nullable(),
  photo: z.string().nullable(),
  Account_created_at: instant,
  smsActivated: z.boolean(),
  version,
})
export type Profile = z.output<typeof profile>

export const profileContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/my/profile',
    access: 'any-account',
    summary: "The caller's profile",
    response: z.object({ data: profile }),
  }),
  update: endpoint({
    method: 'PUT',
    url: '/api/userupdate',
    access: 'any-account',
    summary: "Change the caller's profile; a new e-mail requires the current password and ends the other sessions",
    database: 'none',
    body: strictBody({
      name: requiredPersonName(120, s.nameRequired),
      contact: optionalPhone,
      email,
      location: optionalText(120),
      current_password: typedPassword.optional(),
    }),
    response: z.object({ user: profile, userRole: z.enum(ROLES) }),
    errorData: { stale: profile },
    ifMatch: true,
  }),
}

/** The discount, and the VAT that a Senior Citizen or PWD did not pay; both are missing if there was no discount. */
const discounted = { discount: pesosAnswer.optional(), less_vat: pesosAnswer.optional() }

/** A row of personal data. Further fields have the names that are listed in `server/db/personal-data`. */
const row = <S extends z.ZodRawShape>(shape: S) => z.object(shape).catchall(z.unknown())

const card = shownCard.extend({ birth_date: civilDate.nullable() })

const soldItem = z.object({
  treatment: z.string(),
  service: z.string(),
  quantity: z.number().int(),
  unit_price: pesosAnswer,
  ...discounted,
  ...lineTexts.shape,
  line_total: pesosAnswer,
  add_ons: z.array(
    z.object({
      name: z.string(),
      quantity: z.number().int(),
      unit_price: pesosAnswer,
      ...discounted,
      line_total: pesosAnswer,
    }),
  ),
})

const transaction = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  /** The kind of document in words, such as `Acknowledgement receipt` or `Invoice, VAT`. */
  issued_as: z.string(),
  /**
   * The document's name with its series, such as `VAT invoice 000012 (Front desk)`, because a number alone is not
   * unique.
   */
  document: z.string(),
  receipt_number: z.number().int(),
  date: instant,
  customer_name: z.string(),
  email: z.string().nullable(),
  contact_number: z.string().nullable(),
  lines: z.array(soldItem),
  subtotal: pesosAnswer,
  discount: pesosAnswer,
  discount_reason: z.string().nullable(),
  discount_id_number: z.string().nullable(),
  /** The buyer on the invoice, if one was requested. */
  invoice_made_out_to: z.object({ name: z.string(), address: z.string(), tin: z.string() }).nullable(),
  /** The Senior Citizen or PWD card for which the sale was discounted. */
  senior_pwd_card: card.optional(),
  /** All Senior Citizen and PWD cards of the sale, if there were several. */
  senior_pwd_cards: z.array(card).optional(),
  total: pesosAnswer,
  payments: z.array(
    z.object({
      /** The payment method in words, such as `Cash` or `GCash`. */
      method: z.string(),
      amount: pesosAnswer,
      received: pesosAnswer,
      change: pesosAnswer,
      reference_number: z.string().nullable(),
    }),
  ),
  is_walk_in: z.boolean(),
  /** The reason of a void or a refund, and the name of the sale that it reverses; both are null for a sale. */
  reason: z.string().nullable(),
  takes_back: z.string().nullable(),
})

const appointment = row({
  date: civilDate,
  time: civilTime,
  treatment: z.string(),
  service: z.string(),
  status: z.string(),
  contact_number: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  booked_at: instant,
  changed_at: instant,
  arrived_at: instant.nullable(),
  started_at: instant.nullable(),
  completed_at: instant.nullable(),
  staff_note: z.string().nullable(),
  client_note: z.string().nullable(),
  /** The reason for which staff overbooked the visit. */
  overbook_reason: z.string().nullable(),
})

const waitlistEntry = row({
  treatment: z.string(),
  /** The names of all services for which the person waits. */
  service: z.string(),
  practitioner: z.string().nullable(),
  first_date: civilDate,
  last_date: civilDate,
  times_of_day: z.array(z.string()),
  state: z.string(),
  joined_at: instant,
  changed_at: instant,
  /** The free times that were offered to the person, each with its result. */
  offers: z.array(z.object({ date: civilDate, time: civilTime, offered_at: instant, state: z.string() })),
})

const walkIn = z.object({
  date: civilDate,
  number: z.number().int(),
  treatment: z.string(),
  service: z.string(),
  state: z.string(),
  came_at: instant,
  changed_at: instant,
})

/** Everything the clinic stores about a person, with readable keys. */
const dataExport = z.object({
  exported_at: instant,
  clinic: z.object({ name: z.string(), address: z.string(), phone: z.string(), email: z.string() }),
  profile: row({
    name: z.string(),
    first_name: z.string().nullable(),
    middle_name: z.string().nullable(),
    last_name: z.string().nullable(),
    suffix: z.string().nullable(),
    email: z.string().nullable(),
    contact_number: z.string().nullable(),
    location: z.string().nullable(),
    role: z.string(),
    sms_activated: z.boolean(),
    has_password: z.boolean(),
    /** The e-mail with which the person logs in while a new e-mail is not confirmed yet. */
    log_in_email: z.string().nullable(),
    email_waits: z.boolean(),
    email_verified_at: instant.nullable(),
    phone_verified_at: instant.nullable(),
    account_created_at: instant,
    account_changed_at: instant,
    client_since: instant.nullable(),
    /** When the clinic first confirmed or booked a visit of the person, sold them something or added them. */
    known_since: instant.nullable(),
    last_visit: civilDate.nullable(),
    services_availed: z.number().int().nullable(),
    /** The staff's note about the person. */
    staff_note: z.string().nullable(),
  }),
  /** The photo as a `data:` URL that browsers can open; null if there is none. */
  photo: z.string().nullable(),
  consents: z.array(row(consent.shape)),
  /** Each time the person gave or withdrew consent to news, newest first. */
  news: z.array(
    z.object({
      channel: z.enum(NEWS_CHANNELS),
      is_wanted: z.boolean(),
      chosen_at: instant,
      chosen_where: z.enum(NEWS_PLACES),
    }),
  ),
  closure_requests: z.array(row(closureRequest.shape)),
  appointments: z.array(appointment),
  waitlist: z.array(waitlistEntry),
  /** Days on which the person came without an appointment. */
  walk_ins: z.array(walkIn),
  transactions: z.array(transaction),
  /** The saved Senior Citizen or PWD card. */
  senior_pwd_card: row(card.shape).nullable(),
  service_history: z.array(
    row({
      date: civilDate,
      treatment: z.string(),
      service: z.string(),
      document: z.string().nullable(),
      receipt_number: z.number().int().nullable(),
      add_ons: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
    }),
  ),
  log_ins: z.array(row({ began_at: instant, ends_at: instant, device: z.string(), last_used_at: instant })),
  /** The log of the person's own actions on their account and appointments. */
  activity: z.array(
    z.object({ at: instant, action: z.string(), type: z.string(), changed_fields: z.array(z.string()) }),
  ),
  /** Personal data from tables for which the export has no other field: their rows, by table name. */
  further: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})
export type DataExport = z.output<typeof dataExport>

export const exportContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/my/export',
    access: 'any-account',
    summary: 'All data that the clinic stores about the caller, as one file',
    database: 'none',
    writesOnRead: true,
    response: dataExport,
  }),
}

/** The path of the person's own photo; null if there is none. */
const photoAnswer = z.object({ data: z.object({ photo: z.string().nullable() }) })

export const photoContract = {
  upload: endpoint({
    method: 'POST',
    url: '/api/userphoto',
    access: 'any-account',
    summary: "Set or change the caller's photo; it is cropped to a square and re-encoded",
    sends: 'multipart',
    database: 'none',
    timeoutMs: 30_000,
    body: strictBody({
      photo: imageFile,
    }),
    response: photoAnswer,
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/userphoto',
    access: 'any-account',
    summary: "Remove the caller's photo",
    database: 'none',
    response: photoAnswer,
  }),
  picture: endpoint({
    method: 'GET',
    url: '/api/userphoto/:name',
    access: 'any-account',
    summary: 'The photo of a person, for that person and for staff; a changed photo has a new name',
    answers: 'file',
    database: 'none',
    params: z.object({ name: z.string() }),
    response: z.string().describe('image/webp'),
  }),
}
