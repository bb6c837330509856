import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { cardReason } from '#shared/sales/senior-pwd-card.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import type { ChargedPart } from '#web/sales/till/order-charge.ts'
import type { Order, OrderLine } from '#web/sales/till/order.ts'

type Cards = Order['cards']

/** True for pieces whose only discount is their card's. */
const hasCardDiscount = ({ card, isPromo }: ChargedPart) => card !== null && !isPromo

/** What the discounts take off the services of some parts. */
const lessOn = ({ price }: OrderLine, parts: readonly ChargedPart[]): Centavos =>
  parts.reduce((sum, { quantity, amounts }) => sum + quantity * price - amounts.service.lineTotal, 0)

/** One line of text for each holder whose card covers some pieces, such as `1 × Ana Cruz: less ₱100.00`. */
function holdersText(line: OrderLine, parts: readonly ChargedPart[], cards: Cards): string {
  const covered = parts.filter(({ card }) => card !== null)
  return covered
    .map((part) => {
      const { name } = cards[part.card!]!
      return part.isPromo
        ? s.piecesOf(part.quantity, name)
        : s.piecesLess(part.quantity, name, formatPeso(lessOn(line, [part])))
    })
    .join('\n')
}

/** What the order's table shows about the discounts of a line. */
export type LineDiscounts = {
  /** What the client pays for the line's service after all discounts, without its add-ons. */
  net: Centavos
  /** The amount that discounts other than those of cards take off the line. */
  less: Centavos
  /** True if pieces of the line can have another discount than that of a card. */
  isDiscountable: boolean
  /** The discount of the order's only card on the whole line; null if there is none. */
  cardText: string | null
  /** The holders whose cards cover pieces of the line, one a line; empty if the only card covers the whole line. */
  holders: string
}

export function lineDiscounts(line: OrderLine, parts: readonly ChargedPart[], cards: Cards): LineDiscounts {
  const others = parts.filter((part) => !hasCardDiscount(part))
  const [first] = parts
  const only = parts.length === 1 && cards.length === 1 ? first : undefined
  const cardText = () => {
    if (!line.pieces || !only || only.isPromo) return null
    const reason = cardReason(cards[0]!.kind)
    return s.lessOnLine(formatPeso(lessOn(line, parts)), methodMessages.discountReasons[reason])
  }
  return {
    net: line.price * line.quantity - lessOn(line, parts),
    less: lessOn(line, others),
    isDiscountable: others.length > 0,
    cardText: cardText(),
    holders: only ? '' : holdersText(line, parts, cards),
  }
}

/** An add-on of the order with its line and the amount to pay. */
export type SoldAddOn = { line: OrderLine; addOn: OrderLine['addOns'][number]; net: Centavos; holders: string }

/** The add-ons of a line; each names the holders of the cards that cover some of its pieces. */
export const soldAddOns = (line: OrderLine, parts: readonly ChargedPart[], cards: Cards): SoldAddOn[] =>
  line.addOns.map((addOn) => {
    const ofAddOn = parts.flatMap(({ card, addOns, amounts }) =>
      addOns.flatMap(({ id, quantity, hasCard }, place) =>
        id === addOn.id ? [{ card: hasCard ? card : null, quantity, net: amounts.addOns[place]!.lineTotal }] : [],
      ),
    )
    const covered = ofAddOn.flatMap(({ card, quantity }) =>
      card === null ? [] : s.piecesOf(quantity, cards[card]!.name),
    )
    const isWhole = cards.length === 1 && ofAddOn.length === 1
    return {
      line,
      addOn,
      net: ofAddOn.reduce((sum, { net }) => sum + net, 0),
      holders: isWhole ? '' : covered.join('\n'),
    }
  })
