import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { refunded } from '#shared/lib/refunded.ts'
import {
  civilDate,
  email,
  id,
  instant,
  optionalEmail,
  optionalName,
  optionalText,
  requiredName,
  strictBody,
  version,
} from '#shared/lib/fields.ts'
import { optionalPhone } from '#shared/lib/phone-fields.ts'
import { fieldMessages } from '#shared/lib/field-messages.ts'
import { fullName } from '#shared/lib/names.ts'
import { pageCounters, pageQuery } from '#shared/lib/paging.ts'
import { newPassword } from '#shared/users/password.ts'
import { clientMessages as s } from './messages.ts'

/**
 * The e-mail belongs to another record and this one has not confirmed it: somebody else may have registered with it.
 */
export const isSecond = z.boolean().optional()

export const clientRow = z.object({
  id,
  user_id: id,
  name: z.string(),
  first_name: z.string(),
  middle_name: z.string().nullable(),
  last_name: z.string().nullable(),
  suffix: z.string().nullable(),
  email: z.string().nullable(),
  contact_number: z.string().nullable(),
  /** How many services the client has had. */
  services_availed: z.number().int(),
  /** The last date on which a visit was completed or a service was done; null before the first. */
  last_visit: civilDate.nullable(),
  joined_at: instant,
  version,
  is_second: isSecond,
})
export type ClientRow = z.output<typeof clientRow>

/** One entry of a client's history. */
const availedService = z.object({
  id,
  service_id: id,
  service_name: z.string(),
  treatment_name: z.string(),
  date: civilDate,
  /** The sale that paid it, and its receipt; null for what was added by hand. */
  sale_id: id.nullable(),
  receipt_number: z.number().int().nullable(),
  /** The name of the sale's document, with kind and series. */
  document_name: z.string().nullable(),
  /** How much of the service's price, with add-ons, was refunded; left out when nothing was. */
  refunded: refunded.optional(),
  addons: z.array(z.object({ addon_id: id, addOn_name: z.string(), quantity: z.number().int() })),
})

/** How far a client's log-in has come: none without an e-mail, then a default password, then one of their own. */
export const LOG_IN_STATUSES = ['No email', 'No password', 'Must set password', 'Own password'] as const

/** What staff have written about a client, for staff alone; its version is that of the client's record. */
const clientNote = z.object({ text: z.string().nullable(), version })
export type ClientNote = z.output<typeof clientNote>

const clientDetail = clientRow.omit({ services_availed: true }).extend({
  /** Address of the photo on this host, for staff; null when there is none. */
  photo: z.string().nullable(),
  services_availed: z.array(availedService),
  log_in: z.object({
    status: z.enum(LOG_IN_STATUSES),
    /** Until when the default password works, past or to come; null when there is none. */
    default_password_until: instant.nullable(),
    /**
     * Staff have changed the e-mail, and neither the person nor an admin has confirmed it. Until then the previous
     * e-mail, if any, stays the log-in. Left out when no e-mail waits.
     */
    email_waits: z.object({ log_in_email: z.string().nullable() }).optional(),
  }),
  note: clientNote,
  /** To whom the e-mail belongs, when this client registered with that of another record; `id` of a client, null for staff. */
  email_of: z.object({ id: id.nullable(), name: z.string() }).nullable(),
})
export type ClientDetail = z.output<typeof clientDetail>

/** A suggestion of a name field: who it is, and how to reach them. */
export const clientContact = z.object({
  user_id: id,
  client_id: id,
  name: z.string(),
  contact_number: z.string().nullable(),
  email: z.string().nullable(),
  last_visit: civilDate.nullable(),
  is_second: isSecond,
})
export type ClientContact = z.output<typeof clientContact>

export const MAX_NAME = 120
export const MAX_NOTE = 2000

const nameFields = {
  /** The whole name, when it is not given in parts. */
  name: optionalName(MAX_NAME),
  first_name: optionalName(60),
  middle_name: optionalName(60),
  last_name: optionalName(60),
  suffix: optionalName(20),
}
type Names = { [K in keyof typeof nameFields]: z.output<(typeof nameFields)[K]> }

/** The whole name of a client: put together from its parts, else as given in one piece; null when neither is there. */
export const nameOf = ({ name, first_name, ...rest }: Names): string | null =>
  first_name === null ? name : fullName({ ...rest, first_name })

/** Name and contact of a client, with `more` fields; a name in one piece or in parts is needed. */
const clientBody = <S extends z.core.$ZodLooseShape>(more: S) =>
  strictBody({ ...nameFields, email: optionalEmail, contact_number: optionalPhone, ...more })
    .refine((body) => nameOf(body as Names) !== null, { message: s.nameRequired, path: ['name'] })
    .refine((body) => (nameOf(body as Names) ?? '').length <= MAX_NAME, {
      message: fieldMessages.tooLong(MAX_NAME),
      path: ['name'],
    })

/** The `data` of a refused e-mail (409): the client it belongs to, so that the screen can offer that one. */
export const emailOwner = z.object({ client_id: id, user_id: id, name: z.string() })
export type EmailOwner = z.output<typeof emailOwner>

/** The `data` of a refused new person (409): those on file who it may be, the likeliest first. */
export const possibleDuplicate = z.object({ candidates: z.array(clientContact) })

/** The `data` of an unknown client (404): the record that stands for one that was merged. */
const standingRecord = z.object({ id, name: z.string() })
export type StandingRecord = z.output<typeof standingRecord>

/** True: refused, with the people it may be, when somebody on file has the number or a similar name. */
export const unlessSimilar = z.boolean().default(false)

export const CLIENT_ORDERS = ['last-visit', 'name', 'newest'] as const

export const clientsContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/clients',
    access: 'clients.read',
    shared: true,
    summary: 'Clients, found by name, e-mail and number',
    database: 'snapshot',
    querystring: pageQuery(10, {
      /** `last-visit`: who was here last comes first, new people by the day they joined · `name` · `newest`: by the day they joined. */
      sort: z.enum(CLIENT_ORDERS).default('last-visit'),
    }),
    response: z.object({ clients: z.array(clientRow), ...pageCounters }),
  }),
  detail: endpoint({
    method: 'GET',
    url: '/api/clients-details/:id',
    access: 'clients.read',
    summary: 'A client with the services availed, newest first',
    database: 'snapshot',
    params: z.object({ id }),
    response: z.object({ data: clientDetail }),
    errorData: { not_found: standingRecord },
  }),
  create: endpoint({
    method: 'POST',
    url: '/api/clients',
    access: 'clients.manage',
    summary: 'Add a client (walk-in, or Add New Client) with a default password shown to staff',
    status: 201,
    database: 'none',
    /** `date`: since when the person is a client; today unless told. */
    body: clientBody({ date: civilDate.optional(), unless_similar: unlessSimilar }),
    response: z.object({
      data: clientRow,
      /** Shown in the staff dialog alone; works for 14 days and until the person chooses an own one. Null without e-mail. */
      default_password: z.string().nullable(),
    }),
    errorData: { conflict: emailOwner, possible_duplicate: possibleDuplicate },
  }),
  update: endpoint({
    method: 'PUT',
    url: '/api/clients/:id',
    access: 'clients.manage',
    summary: "Change a client's name and contact",
    params: z.object({ id }),
    body: clientBody({}),
    response: z.object({ data: clientRow }),
    errorData: { conflict: emailOwner, stale: clientRow },
    ifMatch: true,
  }),
  changeNote: endpoint({
    method: 'PUT',
    url: '/api/clients/:id/note',
    access: 'clients.manage',
    summary: "Change the staff's note about a client",
    params: z.object({ id }),
    body: strictBody({ note: optionalText(MAX_NOTE) }),
    response: z.object({ data: clientNote }),
    errorData: { stale: clientNote },
    ifMatch: true,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    url: '/api/clients/:id/confirm-email',
    access: 'users.manage',
    summary: 'Say that an e-mail which staff have changed is the client’s own: from now on it lets the person in',
    params: z.object({ id }),
    /** The e-mail that the admin saw; null when the e-mail was removed. */
    body: strictBody({ email: optionalEmail }),
    response: z.object({ data: clientDetail }),
  }),
  renewDefaultPassword: endpoint({
    method: 'POST',
    url: '/api/clients/:id/default-password',
    access: 'clients.manage',
    summary: 'Give a client who has no own password yet a new default password; their sessions end',
    database: 'none',
    params: z.object({ id }),
    response: z.object({
      data: z.object({
        /** Answered this once, for the staff dialog alone. */
        default_password: z.string(),
        default_password_until: instant,
      }),
    }),
  }),
  assignAccount: endpoint({
    method: 'POST',
    url: '/api/create-and-assign-account',
    access: 'clients.manage',
    summary: 'Give a client who has no log-in an email and a first password; a name alone that fits two people is 409',
    database: 'none',
    body: strictBody({
      /** Whose account it becomes; without it the client is found by `customer_name`. */
      client_id: id.optional(),
      customer_name: optionalName(MAX_NAME),
      name: requiredName(MAX_NAME, s.nameRequired),
      email,
      /** A first password, to be replaced at the first log-in; without one a default password is made. */
      password: newPassword.optional(),
    }).refine((body) => body.client_id !== undefined || body.customer_name !== null, {
      message: s.customerRequired,
      path: ['customer_name'],
    }),
    response: z.object({
      data: clientRow,
      /** Null when a password was sent. */
      default_password: z.string().nullable(),
      /** Until when the first password works. */
      default_password_until: instant,
    }),
    errorData: { conflict: emailOwner },
  }),
  contacts: endpoint({
    method: 'GET',
    url: '/api/get-client-contact',
    access: 'clients.read',
    summary: 'Suggests clients by name, e-mail or number',
    querystring: pageQuery(10, {}),
    response: z.object({ data: z.array(clientContact), ...pageCounters }),
  }),
}
