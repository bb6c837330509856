import { z } from 'zod'
import { MAX_CENTAVOS } from '#shared/lib/money.ts'
import { checkoutBody, type CheckoutBody } from '#shared/sales/checkout-body.ts'
import { PAYMENT_METHODS } from '#shared/sales/payment.ts'
import { CARD_KINDS, MOST_CARDS } from '#shared/sales/senior-pwd-card.ts'
import { coverWhole, fitPieces, withoutUnusedCards } from './card/pieces.ts'
import { storedDiscount } from './discount.ts'
import { MAX_LINES, orderedLine, orderedVisit, orderedWalkIn, type Order } from './order.ts'

const centavos = z.int().min(0).max(MAX_CENTAVOS)
const line = orderedLine.extend({
  /** Stored by earlier versions: true when the order's only Senior or PWD card applies to all pieces of the line. */
  hasCard: z.boolean().optional(),
})
const storedCard = z.object({
  kind: z.enum(CARD_KINDS),
  idNumber: z.string(),
  name: z.string(),
  birthDate: z.string().nullable(),
  tin: z.string().default(''),
  isVatRegistered: z.boolean(),
})

/** The body must be sent again unchanged, so it is validated but not transformed. */
const sentBody = z.custom<CheckoutBody>((value) => checkoutBody.safeParse(value).success)

const stored = z.object({
  key: z.uuid(),
  // The visit is missing in orders stored by earlier versions.
  visit: orderedVisit.nullable().default(null),
  walkIn: orderedWalkIn.nullish(),
  name: z.string().nullable().default(null),
  lines: z.array(line).max(MAX_LINES),
  discount: storedDiscount,
  cards: z.array(storedCard).max(MOST_CARDS).optional(),
  deposits: z
    .array(z.object({ id: z.uuid(), userId: z.uuid(), balance: centavos, isCredit: z.literal(true).optional() }))
    .optional(),
  /** Stored by earlier versions: the order's only Senior or PWD card. */
  card: storedCard.nullish(),
  method: z.enum(PAYMENT_METHODS).nullable(),
  sent: sentBody.nullable(),
  saleId: z.uuid().nullable(),
})

/**
 * The stored format of an order. The only Senior or PWD card of an order of an earlier version becomes the first one in
 * the list of cards.
 */
export const storedOrder: z.ZodType<Order> = stored.transform(({ card, cards = card ? [card] : [], lines, ...order }) =>
  withoutUnusedCards({
    ...order,
    cards,
    lines: lines.map(({ hasCard, ...one }) => {
      if (hasCard && card) return coverWhole(one, 0)
      return fitPieces({ ...one, pieces: one.pieces?.filter((each) => each.card < cards.length) })
    }),
  }),
)

/** The stored order; null if missing or invalid. */
export function parseOrder(text: string | null): Order | null {
  if (text === null) return null
  try {
    return storedOrder.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
