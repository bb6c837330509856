import type { Centavos } from '#shared/lib/money.ts'

/**
 * What happened to gift cards at the till. Neither kind is a sale, so readings list them apart; their cash is in the
 * drawer.
 */
export const CARD_SALE_KINDS = ['sold', 'voided'] as const
export type CardSales = { kind: (typeof CARD_SALE_KINDS)[number]; method: string; count: number; amount: Centavos }

const sumOf = (sales: readonly CardSales[], column: 'count' | 'amount') =>
  sales.reduce((sum, one) => sum + one[column], 0)

/** Adds up the gift cards sold in several shifts, in the order in which a reading prints them. */
export const cardSalesTogether = (ofShifts: readonly CardSales[]): CardSales[] =>
  CARD_SALE_KINDS.flatMap((kind) => {
    const ofKind = ofShifts.filter((one) => one.kind === kind)
    return [...new Set(ofKind.map(({ method }) => method))].toSorted().map((method) => {
      const ofMethod = ofKind.filter((one) => one.method === method)
      return { kind, method, count: sumOf(ofMethod, 'count'), amount: sumOf(ofMethod, 'amount') }
    })
  })
