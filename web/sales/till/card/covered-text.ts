import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { cardReason } from '#shared/sales/senior-pwd-card.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import type { ChargedPart } from '#web/sales/till/order-charge.ts'
import type { Order, OrderLine } from '#web/sales/till/order.ts'

type Cards = Order['cards']

/** True for pieces whose only discount is that of a Senior or PWD card. */
const hasCardDiscount = ({ card, isPromo }: ChargedPart) => card !== null && !isPromo

/** The amount that the discounts of the given parts of a line take off its service. */
const lessOn = ({ price }: OrderLine, parts: readonly ChargedPart[]): Centavos =>
  parts.reduce((sum, { quantity, amounts }) => sum + quantity * price - amounts.service.lineTotal, 0)

/**
 * One line of text for each holder whose Senior or PWD card covers some pieces, such as `1 × Ana Cruz: less ₱100.00`.
 */
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
  /** The amount that all discounts except those of Senior and PWD cards take off the line. */
  less: Centavos
  /** True if some pieces of the line can have a discount that is not that of a Senior or PWD card. */
  isDiscountable: boolean
  /** The discount on the whole line if the order has only one Senior or PWD card, as text; null if there is none. */
  cardText: string | null
  /**
   * The holders whose Senior or PWD cards cover pieces of the line, one a line; empty if the only card covers the whole
   * line.
   */
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

/** An add-on of the order with its line, the amount to pay, and the holders of Senior or PWD cards that cover it. */
export type SoldAddOn = { line: OrderLine; addOn: OrderLine['addOns'][number]; net: Centavos; holders: string }

/** The add-ons of a line; each names the holders of the Senior or PWD cards that cover some of its pieces. */
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
