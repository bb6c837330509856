import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import {
  id,
  instant,
  optionalEmail,
  optionalName,
  optionalText,
  requiredName,
  requiredText,
  strictBody,
} from '#shared/lib/fields.ts'
import { fieldMessages } from '#shared/lib/messages.ts'
import { pesos, pesosAnswer } from '#shared/lib/money-fields.ts'
import { isPesoAmount } from '#shared/lib/money.ts'
import { readCardNumber } from './card-number.ts'
import { prepaidMessages as s } from './messages.ts'

/** The kinds of accounts whose number can pay. Gift cards are bought; store credit is what a refund gave back. */
export const CARD_KINDS = ['gift_card', 'store_credit'] as const
export type CardKind = (typeof CARD_KINDS)[number]
/** All kinds of money paid ahead. Packages are bought; a deposit is paid for a booked visit. */
export const PREPAID_KINDS = [...CARD_KINDS, 'package', 'deposit'] as const
export type PrepaidKind = (typeof PREPAID_KINDS)[number]

/** The methods by which a gift card is paid. */
export const CARD_SALE_METHODS = ['cash', 'gcash', 'maya', 'bank_transfer', 'card'] as const

export type CardSaleMethod = (typeof CARD_SALE_METHODS)[number]

/** The largest amount of a gift card, in pesos. */
const MOST_PESOS = 100_000

const cardNumber = z.string(s.numberWrong).transform((typed, context) => {
  const number = readCardNumber(typed)
  if (number !== null) return number
  context.addIssue({ code: 'custom', message: s.numberWrong })
  return z.NEVER
})

export const prepaidCard = z.object({
  id,
  kind: z.enum(CARD_KINDS),
  /** The number of the gift card or store credit in groups of four letters. */
  card_number: z.string(),
  /** What was paid for the gift card, or given back as store credit. */
  amount: pesosAnswer,
  balance: pesosAnswer,
  recipient_name: z.string().nullable(),
  message: z.string().nullable(),
  /** The e-mail address to which the gift card was sent when it was sold; null for one that was only printed. */
  recipient_email: z.string().nullable(),
  opened_at: instant,
  is_void: z.boolean(),
  /** The sale of a gift card; null for store credit. */
  sale: z
    .object({
      number: z.number().int(),
      buyer_name: z.string(),
      method: z.enum(CARD_SALE_METHODS),
    })
    .nullable(),
  /** True for a gift card that still has its whole amount; only such a card can be voided. */
  can_be_voided: z.boolean(),
  /** How often the paper was printed before. If it was, the next copy says REPRINT. */
  print_count: z.number().int(),
})
export type PrepaidCard = z.output<typeof prepaidCard>

/** Store credit with money left, without its whole number, because whoever knows the number can pay with it. */
const clientCredit = z.object({
  id,
  /** The last four letters of the number. */
  ending: z.string(),
  balance: pesosAnswer,
  opened_at: instant,
})
export type ClientCredit = z.output<typeof clientCredit>

export const prepaidContract = {
  sell: endpoint({
    method: 'POST',
    url: '/api/gift-cards',
    access: 'sales.create',
    summary: 'Sell a gift card (header Idempotency-Key). It becomes a sale only when somebody pays with it',
    status: 201,
    idempotent: true,
    body: strictBody({
      amount: z
        .number(s.amountRequired)
        .positive(s.amountRequired)
        .max(MOST_PESOS, s.amountTooHigh)
        .refine(isPesoAmount, fieldMessages.pesos),
      method: z.enum(CARD_SALE_METHODS),
      /** The received cash; if left out, exactly the amount. */
      received: pesos.nullish(),
      reference_number: optionalText(60),
      buyer_name: requiredName(120, s.buyerRequired),
      /** The client who buys the gift card, if the clinic has a record of them. */
      client_id: id.nullish(),
      recipient_name: optionalName(120),
      message: optionalText(300),
      /** If set, the gift card is also sent to this address. */
      recipient_email: optionalEmail,
      /**
       * In a clinic with cash control, the terminal in whose open shift the money is recorded, by any method; if left
       * out, the only active terminal.
       */
      terminal_id: id.nullish(),
    }),
    response: z.object({ data: prepaidCard }),
  }),
  lookUp: endpoint({
    method: 'POST',
    url: '/api/gift-cards/look-up',
    access: 'sales.create',
    summary: 'Find a gift card or store credit by its number; null if no card has it',
    body: strictBody({ card_number: cardNumber }),
    response: z.object({ data: prepaidCard.nullable() }),
  }),
  creditOfClient: endpoint({
    method: 'GET',
    url: '/api/clients/:id/store-credit',
    access: 'sales.create',
    summary: 'The store credit of a client with money left, which the till deducts; `id` is the user of the client',
    database: 'snapshot',
    params: z.object({ id }),
    response: z.object({ data: z.array(clientCredit) }),
  }),
  voidCard: endpoint({
    method: 'POST',
    url: '/api/gift-cards/:id/void',
    access: 'sales.approve',
    summary: 'Void a gift card on which the whole amount is left, and give its money back',
    params: z.object({ id }),
    body: strictBody({ reason: requiredText(200, s.voidReasonRequired), terminal_id: id.nullish() }),
    response: z.object({ data: prepaidCard }),
  }),
}
