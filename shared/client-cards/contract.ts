import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, optionalName, optionalText, requiredName, strictBody, version } from '#shared/lib/fields.ts'
import { optionalPhone } from '#shared/lib/phone-fields.ts'
import { clientCardMessages as s } from './messages.ts'

const SEXES = ['female', 'male'] as const
export type Sex = (typeof SEXES)[number]

export const MAX_TAGS = 20
export const MAX_TAG = 40

/** A date that a form may leave empty. */
const optionalDate = z
  .union([civilDate, z.literal('')])
  .nullable()
  .transform((date) => (date === '' ? null : date))

export const clientCard = z.object({
  birth_date: civilDate.nullable(),
  sex: z.enum(SEXES).nullable(),
  address: z.string().nullable(),
  emergency_name: z.string().nullable(),
  emergency_number: z.string().nullable(),
  referred_by: z.string().nullable(),
  tags: z.array(z.string()),
  /** The birth date on the client's Senior or PWD card, offered while the client card has none. */
  birth_date_of_id: civilDate.nullable(),
  version,
})
export type ClientCard = z.output<typeof clientCard>

/** What a client card says about the client. */
export type CardFacts = Omit<ClientCard, 'birth_date_of_id' | 'version'>

/** The facts of a client card that nobody has filled in. */
export const emptyCard: CardFacts = {
  birth_date: null,
  sex: null,
  address: null,
  emergency_name: null,
  emergency_number: null,
  referred_by: null,
  tags: [],
}

export const clientCardsContract = {
  card: endpoint({
    method: 'GET',
    url: '/api/clients/:id/card',
    access: 'client-cards.manage',
    summary: 'The card of a client: birth date, sex, address, emergency contact, referral and tags',
    database: 'snapshot',
    params: z.object({ id }),
    response: z.object({ data: clientCard }),
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/clients/:id/card',
    access: 'client-cards.manage',
    summary: 'Change the card of a client',
    params: z.object({ id }),
    body: strictBody({
      birth_date: optionalDate,
      sex: z.enum(SEXES).nullable(),
      address: optionalText(300),
      emergency_name: optionalName(120),
      emergency_number: optionalPhone,
      referred_by: optionalName(120),
      tags: z.array(requiredName(MAX_TAG)).max(MAX_TAGS, s.tooManyTags),
    }),
    response: z.object({ data: clientCard }),
    errorData: { stale: clientCard },
    ifMatch: true,
  }),
  tags: endpoint({
    method: 'GET',
    url: '/api/client-tags',
    access: 'client-cards.manage',
    summary: 'The tags in use, the most frequent first',
    database: 'snapshot',
    response: z.object({ data: z.array(z.object({ tag: z.string(), clients: z.number().int() })) }),
  }),
}
