import type { Centavos } from '#shared/lib/money.ts'

type SmallSale = {
  total: Centavos
  /** The clinic's limit of small sales; null if each sale gets a document of its own. */
  limit: Centavos | null
  hasBuyer: boolean
  hasCard: boolean
  wantsInvoice: boolean
}

/**
 * True for a sale that gets a sales slip, which the day's invoice covers: below the limit, without a buyer's data or a
 * Senior Citizen or PWD card, and without a request for an invoice. Withheld tax needs a buyer, so it always has an
 * invoice.
 */
export const isSmallSale = ({ total, limit, hasBuyer, hasCard, wantsInvoice }: SmallSale): boolean =>
  limit !== null && total < limit && !hasBuyer && !hasCard && !wantsInvoice
