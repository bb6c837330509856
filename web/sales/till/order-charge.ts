import { splitLine, type LinePart } from '#shared/sales/card-pieces.ts'
import { chargeOf, type Charge } from '#shared/sales/charge.ts'
import type { Totals } from '#shared/sales/totals.ts'
import { discountOf } from './discount.ts'
import { lineDiscountOf, type Order, type OrderAddOn, type OrderLine } from './order.ts'

/** Pieces of a line under one card, or those without a card, with their amounts. */
export type ChargedPart = LinePart<OrderAddOn> & { amounts: Charge['items'][number] }

/** The amounts of an order; its items are the parts of all lines, in order. */
type OrderCharge = Charge & {
  /** The parts of each line. */
  parts: ChargedPart[][]
}

type Charged = Pick<Order, 'lines' | 'discount' | 'cards'>

/** Identifies the pieces of a line under a card. */
const keyOf = ({ serviceId }: OrderLine, card: number) => `${serviceId} ${card}`

/** The parts of a line, as the server makes them. The pieces in `promos` keep their promo under the card. */
function partsOf(line: OrderLine, promos: ReadonlySet<string>) {
  const { price, quantity, addOns } = line
  const discount = Math.min(lineDiscountOf(line) ?? 0, price * quantity)
  const pieces = (line.pieces ?? []).map((one) => ({ ...one, isPromo: promos.has(keyOf(line, one.card)) }))
  return splitLine({ price, quantity, discount, addOns }, pieces)
}

/** Charges an order in which the pieces in `promos` keep their promo under the card. */
function chargeWith({ lines, discount, cards }: Charged, promos: ReadonlySet<string>): OrderCharge {
  const parts = lines.map((line) => partsOf(line, promos))
  const charged = parts.flatMap((ofLine, i) =>
    ofLine.map(({ card, ...part }) => ({
      ...part,
      price: lines[i]!.price,
      hasCard: card !== null,
      taxed: { taxClass: lines[i]!.taxClass ?? ('vatable' as const), isExcise: false },
    })),
  )
  const tax = { isVatRegistered: cards[0]?.isVatRegistered ?? false, chargesExcise: false }
  const { discountable } = chargeOf(charged, { isOn: false, amount: 0 }, tax)
  const charge = chargeOf(charged, { isOn: discount.isOn, amount: discountOf(discount, discountable) ?? 0 }, tax)
  const items = charge.items.values()
  return { ...charge, parts: parts.map((ofLine) => ofLine.map((part) => ({ ...part, amounts: items.next().value! }))) }
}

/** The pieces whose promo, on the line or on the order, is better than the discount of their card. */
function betterPromos(order: Charged): ReadonlySet<string> {
  const covered = order.lines.filter((line) => line.pieces)
  if (covered.length === 0 || (!order.discount.isOn && covered.every((line) => !line.discount))) return new Set()
  const keys = (line: OrderLine) => (line.pieces ?? []).map(({ card }) => keyOf(line, card))
  const withCards = chargeWith(order, new Set())
  const withPromos = chargeWith(order, new Set(covered.flatMap(keys)))
  const paid = (charge: OrderCharge, line: number, piece: number) => {
    const { service } = charge.parts[line]![piece]!.amounts
    return service.lineTotal - service.orderDiscount
  }
  return new Set(
    order.lines.flatMap((line, i) => keys(line).filter((_, n) => paid(withPromos, i, n) < paid(withCards, i, n))),
  )
}

/** The order's amounts, also by line, with the better of promo and card; invalid discounts count as 0. */
export const orderCharge = (order: Charged): OrderCharge => chargeWith(order, betterPromos(order))

export function orderTotals(order: Charged): Totals {
  const { subtotal, discount, total, itemCount } = orderCharge(order)
  return { subtotal, discount, total, itemCount }
}
