import type { SeniorPwdCard } from '#shared/sales/checkout-body.ts'
import { isSmallSale } from '#shared/sales/small-sale.ts'
import type { CheckoutOrder } from './price-order.ts'
import type { Checkout } from './sale-document.ts'

type Sold = { order: CheckoutOrder; cards: readonly SeniorPwdCard[]; total: number }

/**
 * Returns the clinic's data for the document of a sale. If the sale is a small sale, `mode` is changed so that the
 * document is a sales slip; otherwise the clinic's document mode stays.
 */
export const issuerOfSale = (issuer: Checkout['issuer'], { order, cards, total }: Sold): Checkout['issuer'] =>
  isSmallSale({
    total,
    limit: issuer.small_sale_limit,
    hasBuyer: order.buyer !== null,
    hasCard: cards.length > 0,
    wantsInvoice: order.wants_invoice ?? false,
  })
    ? { ...issuer, mode: 'small_sale' }
    : issuer
