import type { Centavos } from '#shared/lib/money.ts'

/**
 * What happens to gift cards at the till. Neither selling nor voiding a gift card is a sale, so readings list the two
 * separately from sales; their cash is in the drawer.
 */
export const CARD_SALE_KINDS = ['sold', 'voided'] as const
export type CardSales = { kind: (typeof CARD_SALE_KINDS)[number]; method: string; count: number; amount: Centavos }

/** A person who sold gift cards and packages or took deposits, with the number of these sales. */
export type CardSeller = { name: string; count: number }

/**
 * Sums as in `CardSales`, and also those of voids that gave nothing back: deposits that the clinic has kept, and
 * packages that were refunded with nothing. Only readings of earlier versions count such voids as voided.
 */
export type CountedCardSales = Omit<CardSales, 'kind'> & { kind: CardSales['kind'] | 'nothing_returned' }

/** Changes the kind of voids that gave nothing back to `voided`, as in readings of earlier versions. */
export const withEmptyVoids = (sales: readonly CountedCardSales[]): CountedCardSales[] =>
  sales.map((one) => (one.kind === 'nothing_returned' ? { ...one, kind: 'voided' } : one))

const sumOf = (sales: readonly CountedCardSales[], column: 'count' | 'amount') =>
  sales.reduce((sum, one) => sum + one[column], 0)

/**
 * Adds up the gift cards sold and voided in several shifts, in the order in which a reading prints them. Ignores voids
 * that gave nothing back.
 */
export const cardSalesTogether = (ofShifts: readonly CountedCardSales[]): CardSales[] =>
  CARD_SALE_KINDS.flatMap((kind) => {
    const ofKind = ofShifts.filter((one) => one.kind === kind)
    return [...new Set(ofKind.map(({ method }) => method))].toSorted().map((method) => {
      const ofMethod = ofKind.filter((one) => one.method === method)
      return { kind, method, count: sumOf(ofMethod, 'count'), amount: sumOf(ofMethod, 'amount') }
    })
  })
