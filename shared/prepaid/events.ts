import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatPeso } from '#shared/lib/money.ts'

const card = z.object({ number: z.number(), ending: z.string(), amount_centavos: z.number() })

/** The log names cards by their last letters only, because whoever knows a number can pay with it. */
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
})
