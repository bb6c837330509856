import { z } from 'zod'
import { MAX_CENTAVOS } from '#shared/lib/money.ts'
import { TAX_CLASSES } from '#shared/lib/taxes.ts'
import { checkoutBody, type CheckoutBody } from '#shared/sales/checkout-body.ts'
import { PAYMENT_METHODS } from '#shared/sales/payment.ts'
import { CARD_KINDS, MOST_CARDS } from '#shared/sales/senior-pwd-card.ts'
import { coverWhole, fitPieces, withoutUnusedCards } from './card/pieces.ts'
import { storedDiscount, storedLineDiscount } from './discount.ts'
import { MAX_LINES, MAX_QUANTITY, orderedVisit, orderedWalkIn, type Order } from './order.ts'

const centavos = z.int().min(0).max(MAX_CENTAVOS)
const quantity = z.int().min(1).max(MAX_QUANTITY)
const addOn = z.object({ id: z.uuid(), name: z.string(), price: centavos, quantity })
const line = z.object({
  kind: z.literal('product').optional(),
  serviceId: z.uuid(),
  name: z.string(),
  treatmentId: z.uuid(),
  treatmentName: z.string(),
  price: centavos,
  quantity,
  addOns: z.array(addOn),
  taxClass: z.enum(TAX_CLASSES).optional(),
  isEligible: z.boolean().optional(),
  discount: storedLineDiscount.optional(),
  pieces: z
    .array(z.object({ card: z.int().min(0), quantity, addOns: z.array(z.object({ id: z.uuid(), quantity })) }))
    .optional(),
  sessions: z
    .array(z.object({ id: z.uuid(), packageId: z.uuid(), packageName: z.string(), userId: z.uuid(), value: centavos }))
    .optional(),
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
