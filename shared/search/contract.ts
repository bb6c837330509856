import { z } from 'zod'
import { APPOINTMENT_STATUSES } from '#shared/appointments/status.ts'
import { isSecond } from '#shared/clients/contract.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { fieldMessages } from '#shared/lib/messages.ts'
import { civilDate, civilTime, id, storable } from '#shared/lib/fields.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'
import { MAX_SEARCH } from '#shared/lib/paging.ts'
import { searchMessages as s } from './messages.ts'

/** The minimum number of characters of a search; fewer would match nearly every name. */
export const SHORTEST_SEARCH = 2
/** The maximum number of results per kind. */
export const MOST_FOUND = 5

const clientFound = z.object({
  id,
  name: z.string(),
  contact_number: z.string().nullable(),
  email: z.string().nullable(),
  last_visit: civilDate.nullable(),
  is_second: isSecond,
})
const visitFound = z.object({
  id,
  name: z.string(),
  service_name: z.string(),
  practitioner_name: z.string().nullable(),
  appointment_date: civilDate,
  appointment_time: civilTime,
  status: z.enum(APPOINTMENT_STATUSES),
})
const receiptFound = z.object({
  id,
  receipt_number: z.number().int(),
  /** The document's name with kind and series. */
  document_name: z.string(),
  customer_name: z.string(),
  business_date: civilDate,
  total: pesosAnswer,
  reference_number: z.string().nullable(),
})
const serviceFound = z.object({
  id,
  service_name: z.string(),
  treatment_name: z.string(),
  price: pesosAnswer,
  duration_minutes: z.number().int(),
})

const found = z.object({
  clients: z.array(clientFound),
  /** Visits that are not cancelled: future ones first, then the latest. */
  visits: z.array(visitFound),
  receipts: z.array(receiptFound),
  services: z.array(serviceFound),
})
export type Found = z.output<typeof found>

export const searchContract = {
  find: endpoint({
    method: 'GET',
    url: '/api/search',
    access: 'search.use',
    summary:
      'The clients, visits, receipts and services that match a search, at most five of each; lists that the caller may not read are empty',
    database: 'read',
    timeoutMs: 5_000,
    querystring: z.strictObject({
      q: z
        .string()
        .trim()
        .min(SHORTEST_SEARCH, s.tooShort(SHORTEST_SEARCH))
        .max(MAX_SEARCH, fieldMessages.tooLong(MAX_SEARCH))
        .refine(storable, fieldMessages.noControlCharacters),
    }),
    response: z.object({ data: found }),
  }),
}
