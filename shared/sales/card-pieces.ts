import type { Centavos } from '#shared/lib/money.ts'
import { spread } from './tax.ts'

/**
 * Pieces of a service or add-on that a Senior or PWD card covers. With `isPromo` they keep their promo instead of the
 * card's discount.
 */
type Covered = { quantity: number; isPromo?: boolean }

/** The pieces of a line that one Senior or PWD card covers; `card` is the card's index in the order. */
export type CardPieces = Covered & { card: number; addOns: readonly (Covered & { id: string })[] }

type AddOn = { id: string; quantity: number }
type Line<Item extends AddOn> = {
  price: Centavos
  quantity: number
  /** The discount on all pieces of the line's service together. */
  discount: Centavos
  addOns: readonly Item[]
}

/** A part of a line: the pieces that one Senior or PWD card covers, or the pieces without a card (`card` is null). */
export type LinePart<Item extends AddOn> = {
  card: number | null
  isPromo: boolean
  quantity: number
  discount: Centavos
  addOns: (Item & { hasCard: boolean; isPromo: boolean })[]
}

/** True if Senior and PWD cards cover at most the pieces that the line has, and every covered add-on is in the line. */
export function fitsLine(line: Pick<Line<AddOn>, 'quantity' | 'addOns'>, pieces: readonly CardPieces[]): boolean {
  const covered = (id: string | null) =>
    pieces.reduce(
      (sum, piece) => sum + (id === null ? piece.quantity : (piece.addOns.find((one) => one.id === id)?.quantity ?? 0)),
      0,
    )
  return (
    covered(null) <= line.quantity &&
    line.addOns.every(({ id, quantity }) => covered(id) <= quantity) &&
    pieces.every((piece) => piece.addOns.every(({ id }) => line.addOns.some((addOn) => addOn.id === id)))
  )
}

/** The add-ons that a Senior or PWD card discounts, with the number of pieces. */
const coveredAddOns = <Item extends AddOn>(addOns: readonly Item[], piece: CardPieces) =>
  piece.addOns.flatMap(({ id, quantity, isPromo = false }) => {
    const addOn = addOns.find((one) => one.id === id)
    return addOn ? [{ ...addOn, quantity, hasCard: true, isPromo }] : []
  })

/** The add-ons that no Senior or PWD card covers. */
const otherAddOns = <Item extends AddOn>(addOns: readonly Item[], pieces: readonly CardPieces[]) =>
  addOns.flatMap((addOn) => {
    const covered = pieces.flatMap((piece) => piece.addOns.filter(({ id }) => id === addOn.id))
    const quantity = addOn.quantity - covered.reduce((sum, one) => sum + one.quantity, 0)
    return quantity > 0 ? [{ ...addOn, quantity, hasCard: false, isPromo: false }] : []
  })

/**
 * Splits a line into the pieces of each Senior or PWD card and the rest, because each card's pieces are lines of the
 * document with a discount and tax of their own. Add-ons without a card stay with the rest or, if no piece of the
 * service is left, with the last card's pieces. The line's discount is divided among all pieces of its service. If a
 * card's pieces get the card's discount, their share of the line's discount is dropped; the other pieces do not get it.
 */
export function splitLine<Item extends AddOn>(
  line: Line<Item>,
  pieces: readonly CardPieces[],
): [LinePart<Item>, ...LinePart<Item>[]] {
  const rest = line.quantity - pieces.reduce((sum, piece) => sum + piece.quantity, 0)
  const others = otherAddOns(line.addOns, pieces)
  const quantities = [...pieces.map(({ quantity }) => quantity), rest]
  const discounts = spread(
    line.discount,
    quantities.map((quantity) => quantity * line.price),
  )
  const parts = pieces.map((piece, i): LinePart<Item> => {
    const isPromo = piece.isPromo ?? false
    const isLast = rest === 0 && i === pieces.length - 1
    return {
      card: piece.card,
      isPromo,
      quantity: piece.quantity,
      discount: isPromo ? discounts[i]! : 0,
      addOns: [...coveredAddOns(line.addOns, piece), ...(isLast ? others : [])],
    }
  })
  const plain = { card: null, isPromo: false, quantity: rest, discount: discounts.at(-1)!, addOns: others }
  return (rest > 0 ? [...parts, plain] : parts) as [LinePart<Item>, ...LinePart<Item>[]]
}
