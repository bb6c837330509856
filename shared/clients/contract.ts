import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { exportOf } from '#shared/lib/lists/list-export.ts'
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
  storable,
  strictBody,
  version,
} from '#shared/lib/fields.ts'
import { optionalPhone } from '#shared/lib/phone-fields.ts'
import { fieldMessages } from '#shared/lib/messages.ts'
import { fullName } from '#shared/lib/names.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { newPassword } from '#shared/users/password.ts'
import { clientMessages as s } from './messages.ts'

/**
 * True if the person registered with an e-mail that another record already has, and has not confirmed that the e-mail
 * is their own: it may have been entered by somebody else.
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
  /** The number of services that the client has received so far. */
  services_availed: z.number().int(),
  /** The last date on which a visit was completed or a service was sold; null if there was no visit or sale yet. */
  last_visit: civilDate.nullable(),
  joined_at: instant,
  version,
  is_second: isSecond,
})
export type ClientRow = z.output<typeof clientRow>

/** One received service in a client's history. */
const availedService = z.object({
  id,
  service_id: id,
  service_name: z.string(),
  treatment_name: z.string(),
  date: civilDate,
  /** The sale that paid for the service; null for an entry added by hand. */
  sale_id: id.nullable(),
  receipt_number: z.number().int().nullable(),
  /** The name of the sale's document, with kind and series. */
  document_name: z.string().nullable(),
  /** How much of the service's price, with add-ons, was refunded; missing when nothing was. */
  refunded: refunded.optional(),
  addons: z.array(z.object({ addon_id: id, addOn_name: z.string(), quantity: z.number().int() })),
})

/**
 * The states of a client's log-in: the client has no e-mail, has no password, must replace the default password, or has
 * chosen a password.
 */
export const LOG_IN_STATUSES = ['No email', 'No password', 'Must set password', 'Own password'] as const

/** The staff's note about a client, with the version of the client record, which contains the note. */
const clientNote = z.object({ text: z.string().nullable(), version })
export type ClientNote = z.output<typeof clientNote>

export const clientDetail = clientRow.omit({ services_availed: true }).extend({
  /** The path of the client's photo, for staff; null if there is none. */
  photo: z.string().nullable(),
  services_availed: z.array(availedService),
  log_in: z.object({
    status: z.enum(LOG_IN_STATUSES),
    /** When the default password expires or expired; null if there is none. */
    default_password_until: instant.nullable(),
    /**
     * Present when staff have changed the e-mail and neither the person nor an admin has confirmed it yet. Until then
     * the person logs in with the previous e-mail, if there is one.
     */
    email_waits: z.object({ log_in_email: z.string().nullable() }).optional(),
    /** True until an admin confirms that the account is the client's own; afterwards this field is missing. */
    awaits_confirmation: z.literal(true).optional(),
  }),
  note: clientNote,
  /**
   * The person whose e-mail this client entered at registration. `id` is null if that person is not a client but staff.
   */
  email_of: z.object({ id: id.nullable(), name: z.string() }).nullable(),
})
export type ClientDetail = z.output<typeof clientDetail>

/** A client whom a name field suggests, with contact data. */
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
  /** The whole name, if it is not given in parts. */
  name: optionalName(MAX_NAME),
  first_name: optionalName(60),
  middle_name: optionalName(60),
  last_name: optionalName(60),
  suffix: optionalName(20),
}
type Names = { [K in keyof typeof nameFields]: z.output<(typeof nameFields)[K]> }

/** A client's whole name, from its parts or as given; null without either. */
export const nameOf = ({ name, first_name, ...rest }: Names): string | null =>
  first_name === null ? name : fullName({ ...rest, first_name })

/** Name and contact of a client and `more` fields; the name comes whole or in parts. */
const clientBody = <S extends z.core.$ZodLooseShape>(more: S) =>
  strictBody({ ...nameFields, email: optionalEmail, contact_number: optionalPhone, ...more })
    .refine((body) => nameOf(body as Names) !== null, { message: s.nameRequired, path: ['name'] })
    .refine((body) => (nameOf(body as Names) ?? '').length <= MAX_NAME, {
      message: fieldMessages.tooLong(MAX_NAME),
      path: ['name'],
    })

/**
 * The data of the 409 for an e-mail that is already in use: the client who has the e-mail, so that the screen can offer
 * this client.
 */
export const emailOwner = z.object({ client_id: id, user_id: id, name: z.string() })
export type EmailOwner = z.output<typeof emailOwner>

/** The data of the 409 for a new person who may already have a record: similar clients, likeliest first. */
export const possibleDuplicate = z.object({ candidates: z.array(clientContact) })

/** The data of the 404 for a client whose record was merged into another: the record that remains. */
const remainingRecord = z.object({ id, name: z.string() })
export type RemainingRecord = z.output<typeof remainingRecord>

/**
 * If true and a client with the same phone number or a similar name exists, no new client is created, and the call is
 * answered with a 409 and a list of these clients.
 */
export const unlessSimilar = z.boolean().default(false)

export const CLIENT_ORDERS = ['last-visit', 'name', 'newest'] as const

const listFilter = {
  /**
   * `last-visit`: the most recent first, new clients by the day they joined · `name` · `newest`: by the day they
   * joined.
   */
  sort: z.enum(CLIENT_ORDERS).default('last-visit'),
  /** Only clients whose client card has this tag. */
  tag: z.string().max(40).refine(storable).optional(),
}

export const clientsContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/clients',
    access: 'clients.read',
    shared: true,
    summary: 'A page of clients, searched by name, e-mail and phone number',
    database: 'snapshot',
    querystring: pageQuery(10, listFilter),
    response: z.object({ clients: z.array(clientRow), ...pageCounters }),
  }),
  exportList: exportOf('/api/clients', 'clients.read', 'The filtered clients', searchQuery(listFilter)),
  detail: endpoint({
    method: 'GET',
    url: '/api/clients-details/:id',
    access: 'clients.read',
    summary: 'A client with the services that they have had, newest first',
    database: 'snapshot',
    params: z.object({ id }),
    response: z.object({ data: clientDetail }),
    errorData: { not_found: remainingRecord },
  }),
  create: endpoint({
    method: 'POST',
    url: '/api/clients',
    access: 'clients.manage',
    summary: 'Add a client (walk-in, or Add New Client) with a default password shown to staff',
    status: 201,
    database: 'none',
    /** `date`: since when the person is a client; today by default. `password` is ignored: the server makes it. */
    body: clientBody({ date: civilDate.optional(), password: optionalText(200), unless_similar: unlessSimilar }),
    response: z.object({
      data: clientRow,
      /**
       * The default password, shown once to staff. It works for 14 days or until the person chooses another. Null
       * without e-mail.
       */
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
    summary:
      'Confirm that an e-mail which staff have changed is the client’s own; from then on the client can log in with it',
    params: z.object({ id }),
    /** The e-mail that the admin saw; null when the e-mail was removed. */
    body: strictBody({ email: optionalEmail }),
    response: z.object({ data: clientDetail }),
  }),
  renewDefaultPassword: endpoint({
    method: 'POST',
    url: '/api/clients/:id/default-password',
    access: 'clients.manage',
    summary: 'Give a client who has not chosen a password yet a new default password; their sessions end',
    database: 'none',
    sessionOnly: true,
    params: z.object({ id }),
    response: z.object({
      data: z.object({
        /** The default password, which is returned only this once for the staff dialog. */
        default_password: z.string(),
        default_password_until: instant,
      }),
    }),
  }),
  assignAccount: endpoint({
    method: 'POST',
    url: '/api/create-and-assign-account',
    access: 'clients.manage',
    summary:
      'Give a client without an account an e-mail and a default password; 409 if only a name is given and two people have it',
    database: 'none',
    sessionOnly: true,
    body: strictBody({
      /** The client who gets the account. Without this field, the client is found by `customer_name`. */
      client_id: id.optional(),
      customer_name: optionalName(MAX_NAME),
      name: requiredName(MAX_NAME, s.nameRequired),
      email,
      /** A first password, to be replaced at the first log-in. Without this field, a default password is made. */
      password: newPassword.optional(),
    }).refine((body) => body.client_id !== undefined || body.customer_name !== null, {
      message: s.customerRequired,
      path: ['customer_name'],
    }),
    response: z.object({
      data: clientRow,
      /** The generated default password; null when the request contained a password. */
      default_password: z.string().nullable(),
      /** When the password with which the account was created expires. */
      default_password_until: instant,
    }),
    errorData: { conflict: emailOwner },
  }),
  contacts: endpoint({
    method: 'GET',
    url: '/api/get-client-contact',
    access: 'clients.read',
    summary: 'Suggest clients by name, e-mail or phone number',
    querystring: pageQuery(10, {}),
    response: z.object({ data: z.array(clientContact), ...pageCounters }),
  }),
}
