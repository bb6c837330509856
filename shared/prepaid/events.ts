import { z } from 'zod'
import { withinSentence } from '#shared/clinic/document-name.ts'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { civilDate } from '#shared/lib/fields.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso } from '#shared/lib/money.ts'
import { plural } from '#shared/lib/numbers.ts'
import { methodName } from '#shared/sales/payment.ts'
import { CARD_SALE_KINDS } from './card-sales.ts'
import { CARD_SALE_METHODS, PREPAID_KINDS } from './contract.ts'
import { accountName, paperName } from './paper-name.ts'

const card = z.object({ number: z.number(), ending: z.string(), amount_centavos: z.number() })

/** A printed or saved copy of a gift card, of a store credit, or of the receipt of a package or deposit. */
const printed = z.object({
  account: z.enum(PREPAID_KINDS),
  /** The number of the sale; null for store credit. */
  number: z.number().nullable(),
  ending: z.string(),
  kind: z.enum(['print', 'pdf']),
  /** The number of the reprint; missing for the first copy. */
  reprint: z.number().optional(),
})

function copySentence({ account, number, ending, kind, reprint }: z.output<typeof printed>): string {
  const name = withinSentence(accountName(account, number, ending))
  const paper = account === 'package' || account === 'deposit' ? `the receipt of ${name}` : name
  const copy = reprint === undefined ? paper : `reprint ${reprint} of ${paper}`
  return kind === 'print' ? `Printed ${copy}` : `Saved ${copy} as PDF`
}

/**
 * The log names gift cards and store credit by the last letters of their number only, because whoever knows the whole
 * number can pay with it.
 */
export const prepaidEvents = eventTypesOf('prepaid', {
  'prepaid.card.sold': eventType({
    kind: 'create',
    subject: 'gift card',
    parameters: card.extend({ buyer: z.string() }),
    sentence: ({ ending, amount_centavos, buyer }) =>
      `Sold gift card ${ending} of ${formatPeso(amount_centavos)} to ${buyer}`,
  }),
  'prepaid.card.voided': eventType({
    kind: 'delete',
    subject: 'gift card',
    parameters: card.extend({ reason: z.string() }),
    sentence: ({ ending, amount_centavos, reason }) =>
      `Voided gift card ${ending} and gave ${formatPeso(amount_centavos)} back: ${reason}`,
  }),
  'prepaid.payment.checked': eventType({
    kind: 'update',
    subject: 'gift card',
    parameters: z.object({
      account: z.enum(PREPAID_KINDS),
      number: z.number(),
      kind: z.enum(CARD_SALE_KINDS),
      method: z.enum(CARD_SALE_METHODS),
      amount_centavos: z.number(),
      is_seen: z.boolean(),
    }),
    sentence: ({ account, number, kind, method, amount_centavos, is_seen }) =>
      `Marked the ${methodName(method)} ${kind === 'sold' ? 'payment' : 'refund'} of ${formatPeso(amount_centavos)} of ${withinSentence(paperName(account, number))} as ${is_seen ? '' : 'not yet '}seen in the wallet`,
  }),
  'prepaid.paper.printed': eventType({
    kind: 'system',
    subject: 'gift card',
    parameters: printed,
    sentence: copySentence,
  }),
  'prepaid.package.printed': eventType({
    kind: 'system',
    subject: 'sold package',
    parameters: printed,
    sentence: copySentence,
  }),
  'prepaid.package.saved': eventType({
    kind: 'update',
    subject: 'package',
    parameters: z.object({ name: z.string(), price_centavos: z.number() }),
    sentence: ({ name, price_centavos }) => `Saved package ${name} for ${formatPeso(price_centavos)}`,
  }),
  'prepaid.package.sold': eventType({
    kind: 'create',
    subject: 'sold package',
    parameters: z.object({ number: z.number(), name: z.string(), amount_centavos: z.number(), client: z.string() }),
    sentence: ({ name, amount_centavos, client }) =>
      `Sold package ${name} for ${formatPeso(amount_centavos)} to ${client}`,
  }),
  'prepaid.package.imported': eventType({
    kind: 'create',
    subject: 'sold package',
    parameters: z.object({ name: z.string(), sessions: z.number(), amount_centavos: z.number(), client: z.string() }),
    sentence: ({ name, sessions, amount_centavos, client }) =>
      `Brought in package ${name} of ${client} with ${plural(sessions, { one: '1 session', other: `${String(sessions)} sessions` })} left, worth ${formatPeso(amount_centavos)}`,
  }),
  'prepaid.package.removed': eventType({
    kind: 'delete',
    subject: 'sold package',
    parameters: z.object({ name: z.string(), client: z.string() }),
    sentence: ({ name, client }) => `Removed package ${name} of ${client}, which an import had brought in`,
  }),
  'prepaid.package.extended': eventType({
    kind: 'update',
    subject: 'sold package',
    parameters: z.object({
      name: z.string(),
      client: z.string(),
      from: civilDate,
      until: civilDate,
      reason: z.string(),
    }),
    sentence: ({ name, client, from, until, reason }) =>
      `Extended package ${name} of ${client} from ${formatShortDate(from)} to ${formatShortDate(until)}: ${reason}`,
  }),
  'prepaid.package.refunded': eventType({
    kind: 'delete',
    subject: 'sold package',
    parameters: z.object({
      number: z.number(),
      name: z.string(),
      client: z.string(),
      amount_centavos: z.number(),
      kept_centavos: z.number(),
      reason: z.string(),
    }),
    sentence: ({ name, client, amount_centavos, kept_centavos, reason }) =>
      `Refunded package ${name} of ${client}: gave ${formatPeso(amount_centavos)} back and kept ${formatPeso(kept_centavos)}: ${reason}`,
  }),
  'prepaid.package.transferred': eventType({
    kind: 'update',
    subject: 'sold package',
    parameters: z.object({ name: z.string(), from: z.string(), to: z.string() }),
    sentence: ({ name, from, to }) => `Gave package ${name} of ${from} to ${to}`,
  }),
})
