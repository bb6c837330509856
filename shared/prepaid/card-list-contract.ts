import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant } from '#shared/lib/fields.ts'
import { exportOf } from '#shared/lib/lists/list-export.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { CARD_KINDS, CARD_SALE_METHODS } from './contract.ts'

/** How much of a gift card or store credit was used. */
export const CARD_STATES = ['unused', 'partly_used', 'used_up', 'void'] as const
export type CardState = (typeof CARD_STATES)[number]

/** The entries that change the balance of a gift card or store credit. */
export const CARD_ENTRY_KINDS = ['sold', 'paid', 'given_back', 'void'] as const

/**
 * A gift card or store credit in the list. The list never has whole card numbers, because whoever knows a number can
 * pay with it.
 */
const listedCard = z.object({
  id,
  /** The last four letters of the card number. */
  ending: z.string(),
  kind: z.enum(CARD_KINDS),
  /** The name of the gift card's buyer, or of the store credit's client; null if the clinic knows no name. */
  holder_name: z.string().nullable(),
  recipient_name: z.string().nullable(),
  amount: pesosAnswer,
  balance: pesosAnswer,
  opened_at: instant,
  state: z.enum(CARD_STATES),
  /** How a gift card was paid; null for store credit. */
  method: z.enum(CARD_SALE_METHODS).nullable(),
  can_be_voided: z.boolean(),
})
export type ListedCard = z.output<typeof listedCard>

const listFilter = { kind: z.enum(CARD_KINDS).optional(), state: z.enum(CARD_STATES).optional() }

const cardEntry = z.object({
  date: civilDate,
  kind: z.enum(CARD_ENTRY_KINDS),
  /** The sale that was paid, or the void or refund that gave money back; null when a gift card was sold or voided. */
  document: z.object({ id, number: z.number().int(), name: z.string() }).nullable(),
  amount: pesosAnswer,
  /** What was left after this entry. */
  balance: pesosAnswer,
})
export type CardEntry = z.output<typeof cardEntry>

/** The calls of the page "Gift cards and store credit". */
export const cardListContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/gift-cards',
    access: 'sales.create',
    summary: 'Gift cards and store credits with what is left on them, the newest first; card numbers are not shown',
    database: 'snapshot',
    timeoutMs: 5_000,
    querystring: pageQuery(20, listFilter),
    response: z.object({
      data: z.array(listedCard),
      ...pageCounters,
      /** The sums of all cards that match the filter. */
      summary: z.object({ amount: pesosAnswer, balance: pesosAnswer }),
    }),
  }),
  exportList: exportOf(
    '/api/gift-cards',
    'sales.create',
    'The filtered gift cards and store credits',
    searchQuery(listFilter),
  ),
  entries: endpoint({
    method: 'GET',
    url: '/api/gift-cards/:id/entries',
    access: 'sales.create',
    summary: 'Each change of the balance of a gift card or store credit, the oldest first',
    params: z.object({ id }),
    response: z.object({ data: z.array(cardEntry) }),
  }),
}
