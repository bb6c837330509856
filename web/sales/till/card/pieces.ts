import { fitsLine } from '#shared/sales/card-pieces.ts'
import type { Order, OrderLine, OrderPieces } from '#web/sales/till/order.ts'

// This file assigns the pieces of an order's lines to the cards of Senior Citizens and persons with disabilities. A
// card covers an add-on only together with a piece of its service.

/** What a card can cover of a line: its service (null), or one of its add-ons by the add-on's id. */
type Item = string | null

const quantityOf = (line: OrderLine, item: Item): number =>
  item === null ? line.quantity : (line.addOns.find(({ id }) => id === item)?.quantity ?? 0)

/** The number of pieces of the service (`item` null) or of an add-on that an entry of a Senior or PWD card covers. */
const covered = (pieces: OrderPieces, item: Item): number =>
  item === null ? pieces.quantity : (pieces.addOns.find(({ id }) => id === item)?.quantity ?? 0)

/** How many pieces of a line, or of its add-on, a Senior or PWD card covers. */
export const piecesUnder = ({ pieces = [] }: OrderLine, card: number, item: Item = null): number =>
  pieces.reduce((sum, one) => (one.card === card ? sum + covered(one, item) : sum), 0)

/** How many pieces of a line, or of its add-on, no Senior or PWD card covers. */
export const freePieces = (line: OrderLine, item: Item = null): number =>
  (line.pieces ?? []).reduce((rest, one) => rest - covered(one, item), quantityOf(line, item))

/** Sorts the pieces by card and removes entries that cover nothing; the field `pieces` is omitted if none is left. */
function withPieces({ pieces: _, ...line }: OrderLine, pieces: readonly OrderPieces[]): OrderLine {
  const used = pieces
    .filter(({ quantity }) => quantity > 0)
    .map((one) => ({ ...one, addOns: one.addOns.filter(({ quantity }) => quantity > 0) }))
    .toSorted((a, b) => a.card - b.card)
  return used.length === 0 ? line : { ...line, pieces: used }
}

/** Sets how many pieces of the service or of an add-on a Senior or PWD card covers, without changing other cards. */
function withQuantity(line: OrderLine, card: number, item: Item, quantity: number): OrderLine {
  const { pieces = [] } = line
  const own = pieces.find((one) => one.card === card) ?? { card, quantity: 0, addOns: [] }
  const addOns = own.addOns.filter(({ id }) => id !== item)
  const changed = item === null ? { ...own, quantity } : { ...own, addOns: [...addOns, { id: item, quantity }] }
  return withPieces(line, [...pieces.filter((one) => one.card !== card), changed])
}

/**
 * Takes pieces from the other Senior or PWD cards, first from the one that covers the most, until the given card can
 * cover `quantity` of them.
 */
function takeFromOthers(line: OrderLine, card: number, item: Item, quantity: number): OrderLine {
  const missing = quantity - piecesUnder(line, card, item) - freePieces(line, item)
  const others = (line.pieces ?? []).filter((one) => one.card !== card && covered(one, item) > 0)
  const [other] = others.toSorted((a, b) => covered(b, item) - covered(a, item) || b.card - a.card)
  if (missing <= 0 || !other) return line
  const rest = withQuantity(line, other.card, item, covered(other, item) - 1)
  return takeFromOthers(item === null ? shareAddOns(rest, other.card) : rest, card, item, quantity)
}

/**
 * Makes a Senior or PWD card cover the same part of each add-on as of the service, in whole pieces, and only pieces
 * that no other card covers.
 */
function shareAddOns(line: OrderLine, card: number): OrderLine {
  const share = piecesUnder(line, card)
  return line.addOns.reduce((one, { id, quantity }) => {
    const most = freePieces(one, id) + piecesUnder(one, card, id)
    return withQuantity(one, card, id, Math.min(Math.floor((quantity * share) / line.quantity), most))
  }, line)
}

/** Sets how many pieces of a line a Senior or PWD card covers. If too few pieces are free, other cards lose some. */
export function setPieces(line: OrderLine, card: number, quantity: number): OrderLine {
  const wanted = Math.min(Math.max(quantity, 0), line.quantity)
  const taken = takeFromOthers(line, card, null, wanted)
  return shareAddOns(withQuantity(taken, card, null, wanted), card)
}

/** Sets how many pieces of an add-on a Senior or PWD card covers, which needs a piece of its service. */
export function setAddOnPieces(line: OrderLine, card: number, id: string, quantity: number): OrderLine {
  if (piecesUnder(line, card) === 0) return line
  const wanted = Math.min(Math.max(quantity, 0), quantityOf(line, id))
  return withQuantity(takeFromOthers(line, card, id, wanted), card, id, wanted)
}

/** Returns the line with all its pieces and add-ons under one Senior or PWD card. */
export const coverWhole = (line: OrderLine, card: number): OrderLine =>
  setPieces(withPieces(line, []), card, line.quantity)

/**
 * Assigns pieces to a new Senior or PWD card. The first card covers all eligible services. A further card gets one
 * piece of each eligible service, if a piece has no card or another card has more than one.
 */
export const coverNew = (lines: readonly OrderLine[], card: number): OrderLine[] =>
  lines.map((line) => {
    if (!line.isEligible) return line
    if (card === 0) return coverWhole(line, card)
    const canSpare = freePieces(line) > 0 || line.pieces?.some(({ quantity }) => quantity > 1)
    return canSpare ? setPieces(line, card, 1) : line
  })

/** Removes a Senior or PWD card from all lines and lowers the index of each later card by one. */
export const withoutCardAt = (lines: readonly OrderLine[], card: number): OrderLine[] =>
  lines.map((line) =>
    withPieces(
      line,
      (line.pieces ?? [])
        .filter((one) => one.card !== card)
        .map((one) => (one.card > card ? { ...one, card: one.card - 1 } : one)),
    ),
  )

/** True if a single Senior or PWD card covers every piece of a line and every piece of its add-ons. */
const isWhole = (line: OrderLine): boolean =>
  line.pieces?.length === 1 && [null, ...line.addOns.map(({ id }) => id)].every((item) => freePieces(line, item) === 0)

/**
 * Reduces the pieces under Senior and PWD cards to those that the line still has. A service that is no longer eligible
 * loses its cards.
 */
export function fitPieces(line: OrderLine): OrderLine {
  if (!line.pieces || (line.isEligible && fitsLine(line, line.pieces))) return line
  if (!line.isEligible) return withPieces(line, [])
  const left = new Map<Item, number>([
    [null, line.quantity],
    ...line.addOns.map((one) => [one.id, one.quantity] as const),
  ])
  const take = (item: Item, wanted: number) => {
    const quantity = Math.min(wanted, left.get(item) ?? 0)
    left.set(item, (left.get(item) ?? 0) - quantity)
    return quantity
  }
  return withPieces(
    line,
    line.pieces.map(({ card, quantity, addOns }) => ({
      card,
      quantity: take(null, quantity),
      addOns: addOns.map((one) => ({ id: one.id, quantity: take(one.id, one.quantity) })),
    })),
  )
}

/**
 * Returns a line with its pieces after its quantity or its add-ons have changed. If the order has only one Senior or
 * PWD card and it covered the whole line, it covers the whole changed line too. Otherwise added pieces have no card.
 */
export function followLine(before: OrderLine | undefined, line: OrderLine, cards: number): OrderLine {
  const isSet = before?.pieces !== line.pieces
  if (!line.pieces || !before || isSet || cards !== 1 || !line.isEligible || !isWhole(before)) return fitPieces(line)
  return isWhole(line) ? fitPieces(line) : coverWhole(line, line.pieces[0]!.card)
}

/** Removes Senior and PWD cards that cover nothing any more; the indexes of later cards become smaller. */
export function withoutUnusedCards<Covered extends Pick<Order, 'lines' | 'cards'>>(order: Covered): Covered {
  const isUsed = (card: number) => order.lines.some((line) => piecesUnder(line, card) > 0)
  const unused = order.cards.map((_, card) => card).filter((card) => !isUsed(card))
  if (unused.length === 0) return order
  return {
    ...order,
    cards: order.cards.filter((_, card) => !unused.includes(card)),
    lines: unused.reduceRight((rest: readonly OrderLine[], card) => withoutCardAt(rest, card), order.lines),
  }
}
