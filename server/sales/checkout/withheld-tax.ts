import { invalid } from '#server/lib/app-error.ts'
import type { PaymentRow } from '#server/sales/queries.ts'
import { hasInvoice, type DocumentMode } from '#shared/clinic/documents.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { isTooMuchWithheld, withheldIn } from '#shared/sales/withheld.ts'
import type { CheckoutOrder, PricedOrder } from './price-order.ts'

/** The tax that a buyer withholds by some payments, in centavos. */
export const withheldCentavos = (payments: readonly PaymentRow[]): number =>
  withheldIn(payments.map(({ method, amount_centavos: amount }) => ({ method, amount })))

/**
 * Throws a 422 if the buyer of this sale cannot withhold this tax, because the sale has no invoice or the buyer no TIN,
 * or because the tax exceeds the highest rates.
 */
export function requireWithholdingBuyer(
  payments: readonly PaymentRow[],
  { buyer }: CheckoutOrder,
  { total }: PricedOrder,
  mode: DocumentMode,
): void {
  const index = payments.findIndex(({ method }) => method === 'withheld')
  if (index < 0) return
  if (!hasInvoice(mode)) throw invalid(`payments.${index}.method`, s.withheldNeedsInvoice)
  if (!buyer || buyer.tin === '') throw invalid(`payments.${index}.method`, s.withheldNeedsBuyer)
  if (isTooMuchWithheld(withheldCentavos(payments), total)) throw invalid(`payments.${index}.amount`, s.withheldTooHigh)
}
