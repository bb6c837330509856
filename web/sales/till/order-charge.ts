import type { Centavos } from '#shared/lib/money.ts'
import { splitLine, type LinePart } from '#shared/sales/card-pieces.ts'
import { chargeOf, type Charge } from '#shared/sales/charge.ts'
import type { Totals } from '#shared/sales/totals.ts'
import { depositPayments, type DepositPayment } from '#web/sales/till/payment/deposit-payments.ts'
import { discountOf } from './discount.ts'
import { packagePayments, partsWithSessions, type PackagePayment } from './order-sessions.ts'
import { lineDiscountOf, type Order, type OrderAddOn, type OrderLine } from './order.ts'

/** The pieces of a line that one Senior or PWD card discounts, or those without a card, with their amounts. */
export type ChargedPart = LinePart<OrderAddOn> & { amounts: Charge['items'][number]; isPrepaid?: boolean }

/** The amounts of an order; its `items` are the amounts of the parts of all lines, in order. */
type OrderCharge = Charge & {
  /** For each line of the order: the pieces that each Senior or PWD card discounts, and those without a card. */
  parts: ChargedPart[][]
  /** The amounts that packages pay. */
  prepaid: PackagePayment[]
  /** What each deducted deposit or store credit pays of the amount that packages do not pay. */
  deposits: DepositPayment[]
}

type Charged = Pick<Order, 'lines' | 'discount' | 'cards' | 'deposits'>

/** A key for the pieces of a service or add-on of a line that one Senior or PWD card discounts. */
const keyOf = ({ serviceId }: OrderLine, card: number, addOnId = '') => `${serviceId} ${card} ${addOnId}`

/**
 * Splits a line like the server. The pieces in `promos` keep their promo instead of the discount of a Senior or PWD
 * card.
 */
function partsOf(line: OrderLine, promos: ReadonlySet<string>) {
  if (line.sessions) return partsWithSessions(line, line.sessions)
  const discount = Math.min(lineDiscountOf(line) ?? 0, line.price * line.quantity)
  const pieces = (line.pieces ?? []).map(({ card, quantity, addOns }) => ({
    card,
    quantity,
    isPromo: promos.has(keyOf(line, card)),
    addOns: addOns.map((addOn) => ({ ...addOn, isPromo: promos.has(keyOf(line, card, addOn.id)) })),
  }))
  return splitLine({ ...line, discount }, pieces)
}

const sumOf = (payments: readonly { amount: Centavos }[]): Centavos =>
  payments.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Charges an order in which the pieces in `promos` keep their promo instead of the discount of a Senior or PWD card.
 */
function chargeWith({ lines, discount, cards, deposits = [] }: Charged, promos: ReadonlySet<string>): OrderCharge {
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
  const prepaid = packagePayments(lines)
  return {
    ...charge,
    prepaid,
    deposits: depositPayments(deposits, charge.total - sumOf(prepaid)),
    parts: parts.map((ofLine) => ofLine.map((part) => ({ ...part, amounts: items.next().value! }))),
  }
}

/** The amount to pay for the pieces of each service and add-on that a Senior or PWD card discounts, by their key. */
function paidUnderCards({ lines }: Charged, { parts }: OrderCharge): Map<string, Centavos> {
  const paid = new Map<string, Centavos>()
  for (const [i, line] of lines.entries())
    for (const { card, addOns, amounts } of parts[i]!) {
      if (card === null) continue
      const items = [
        { key: keyOf(line, card), hasCard: true, ...amounts.service },
        ...addOns.map(({ id, hasCard }, n) => ({ key: keyOf(line, card, id), hasCard, ...amounts.addOns[n]! })),
      ]
      for (const { key, hasCard, lineTotal, orderDiscount } of items)
        if (hasCard) paid.set(key, lineTotal - orderDiscount)
    }
  return paid
}

/** The pieces whose holders pay less with the promos of order and line than with their Senior or PWD card. */
function promosBetterForHolders(order: Charged): ReadonlySet<string> {
  const withCards = paidUnderCards(order, chargeWith(order, new Set()))
  const keys = [...withCards.keys()]
  const withPromos = paidUnderCards(order, chargeWith(order, new Set(keys)))
  return new Set(keys.filter((key) => withPromos.get(key)! < withCards.get(key)!))
}

/**
 * The pieces that keep their promo instead of the discount of their Senior or PWD card. A discount of the order counts
 * as a promo only if the whole order then costs less: if the card applies instead, a discount in pesos is divided among
 * the pieces without a card only (decision 151).
 */
function betterPromos(order: Charged): ReadonlySet<string> {
  const { lines, discount } = order
  const covered = lines.filter((line) => line.pieces)
  if (covered.length === 0 || (!discount.isOn && covered.every((line) => !line.discount))) return new Set()
  const ofLines = promosBetterForHolders({ ...order, discount: { ...discount, isOn: false } })
  if (!discount.isOn) return ofLines
  const withOrder = promosBetterForHolders(order)
  return chargeWith(order, withOrder).total < chargeWith(order, ofLines).total ? withOrder : ofLines
}

/**
 * The order's amounts, also by line. Pieces under a Senior or PWD card get the better of promo and card; invalid
 * discounts count as 0.
 */
export const orderCharge = (order: Charged): OrderCharge => chargeWith(order, betterPromos(order))

/** The totals of an order, with the parts of the total that packages, deposits and store credit pay. */
export type OrderTotals = Totals & { prepaid: Centavos; deposited: Centavos; credited: Centavos }

export function orderTotals(order: Charged): OrderTotals {
  const { subtotal, discount, total, itemCount, prepaid, deposits } = orderCharge(order)
  const credited = sumOf(deposits.filter(({ isCredit }) => isCredit))
  const deposited = sumOf(deposits) - credited
  return { subtotal, discount, total, itemCount, prepaid: sumOf(prepaid), deposited, credited }
}
