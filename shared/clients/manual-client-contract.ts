import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, optionalEmail, optionalName, optionalText, strictBody } from '#shared/lib/fields.ts'
import { optionalPhone } from '#shared/lib/phone-fields.ts'
import { fieldMessages } from '#shared/lib/messages.ts'
import { isCivilDate } from '#shared/lib/manila-time.ts'
import { pageCounters, pageQuery } from '#shared/lib/paging.ts'
import { clientContact, clientRow, emailOwner, MAX_NAME, possibleDuplicate, unlessSimilar } from './contract.ts'
import { clientMessages as s } from './messages.ts'

/** A user with the role client; `id` is that of the user, not of the client record. */
const clientUser = clientContact.extend({ id })
export type ClientUser = z.output<typeof clientUser>

const MAX_CHOSEN = 60

/** The ids that were chosen in a multi-select, without duplicates. */
const chosen = (sentence: string) =>
  z
    .array(id, sentence)
    .max(MAX_CHOSEN, s.tooManyChosen(MAX_CHOSEN))
    .refine((ids) => new Set(ids).size === ids.length, s.chosenTwice)

/** The fields of a past treatment: its services, their add-ons, and the date. */
const treatmentFields = {
  service_ids: chosen(s.servicesRequired).min(1, s.servicesRequired),
  add_on_ids: chosen(s.addOnsNotValid).default([]),
  date: z
    .string(s.dateRequired)
    .min(1, s.dateRequired)
    .refine((date) => date === '' || isCivilDate(date), fieldMessages.date),
}

/**
 * The body field for a phone number. Without this field, the stored number stays; an empty one deletes the stored
 * number.
 */
const contactChange = z.union([z.undefined(), optionalPhone], fieldMessages.phone)

export const manualClientContract = {
  users: endpoint({
    method: 'GET',
    url: '/api/clientsUser',
    access: 'clients.read',
    summary:
      'Users of the role client, sorted by name, for “Use Existing User”; searched by name, e-mail and phone number',
    timeoutMs: 5_000,
    querystring: pageQuery(10, {}),
    response: z.object({ clients: z.array(clientUser), ...pageCounters }),
  }),
  create: endpoint({
    method: 'POST',
    url: '/api/manual-client',
    access: 'clients.manage',
    summary:
      'Add a client or choose an existing one, and add services to their history (header Idempotency-Key: a repeated request for an existing client adds nothing twice)',
    status: 201,
    database: 'none',
    idempotent: 'optional',
    body: strictBody({
      /** The id of an existing user; null or missing for a new person. */
      user_id: id.nullish().transform((userId) => userId ?? null),
      /** The name of a new person. With a `user_id`, it must equal the stored name. */
      name: optionalName(MAX_NAME),
      email: optionalEmail,
      contact_number: contactChange,
      /** Accepted but ignored, because the server makes the default password and returns it. */
      password: optionalText(200),
      unless_similar: unlessSimilar,
      treatment_id: z.uuid(s.treatmentRequired),
      ...treatmentFields,
    }).refine((body) => body.user_id !== null || body.name !== null, { message: s.nameRequired, path: ['name'] }),
    response: z.object({
      data: clientRow,
      /** The default password, shown once to staff; null without an e-mail and for an existing person. */
      default_password: z.string().nullable(),
    }),
    errorData: { conflict: emailOwner, possible_duplicate: possibleDuplicate },
  }),
  addServices: endpoint({
    method: 'PUT',
    url: '/api/clients/:id/services',
    access: 'clients.manage',
    summary:
      "Add services to a client's history; existing entries do not change (header Idempotency-Key: a repeated request adds nothing twice)",
    params: z.object({ id }),
    body: strictBody({ ...treatmentFields, contact_number: contactChange }),
    response: z.object({ data: clientRow }),
    idempotent: 'optional',
  }),
}
