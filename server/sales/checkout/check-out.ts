import { requireApproval } from '#server/approvals/approve.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { Approval } from '#shared/approvals/contract.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { discountGiven, isAboveLimit } from '#shared/sales/discount-limit.ts'
import { readCheckoutData } from './checkout-data.ts'
import { logSale } from '#server/sales/documents/document-log.ts'
import { presentNewSale, type PresentedSale } from '#server/sales/present-sale.ts'
import { issuerOfSale } from './small-sale.ts'
import { ownMoneyOf, sessionPaymentsOf, withPrepaidAccounts } from './prepaid-payments.ts'
import { priceOrder, type CheckoutOrder, type PricedOrder } from './price-order.ts'
import { saleDocument, type Checkout } from './sale-document.ts'
import { applySale } from './sale-effects.ts'
import { cardsOf } from './senior-pwd-card.ts'
import { findFreeSessions } from '#server/prepaid/public.ts'
import { writeDocumentLast } from '#server/sales/documents/write-document.ts'

/** Returns the approval that an order needs if its discount is above the caller's limit; null if it needs none. */
async function requireDiscountApproval(
  context: Context<Principal>,
  order: CheckoutOrder,
  priced: PricedOrder,
  limit: number | null,
): Promise<Approval | null> {
  if (limit === null || !isAboveLimit(priced, limit)) return null
  const amount = discountGiven(priced)
  const subjectId = context.request.idempotencyKey
  return requireApproval(context, { id: order.approval_id ?? null, kind: 'discount', subjectId, amount })
}

/**
 * Records a sale in one transaction. It reads the clinic, the ordered services and the customer, prices the order, and
 * asks for an approval where the discount needs one. Then it writes the document with its lines and payments, what the
 * sale changes for appointment, queue and client, and at last the receipt number with the day's total and the log.
 */
export async function checkOut(context: Context<Principal>, order: CheckoutOrder): Promise<PresentedSale> {
  const cards = cardsOf(order, manilaDate(context.now))
  const { issuer: clinic, catalogue, customer } = await readCheckoutData(context, order)
  const sessionIds = order.treatments.flatMap(({ package_sessions }) => package_sessions)
  const sessions = await findFreeSessions(context, sessionIds, customer.clientId)
  const priced = priceOrder(order, { ...catalogue, sessions }, cards)
  const issuer = issuerOfSale(clinic, { order, cards, total: priced.total })
  const approval = await requireDiscountApproval(context, order, priced, issuer.cashier_discount_limit)
  const checkout: Checkout = { order, cards, issuer, customer, priced, approval }
  const document = await withPrepaidAccounts(context, saleDocument(context, checkout), {
    packages: sessionPaymentsOf(priced.lines, sessions),
    ownMoney: ownMoneyOf(order),
    clientId: customer.clientId,
  })
  const [row] = await writeDocumentLast(context, document, () => applySale(context, document.row.id, checkout))
  await logSale(context, row, document.parts.payments, checkout)
  return presentNewSale(row, document.parts.payments, checkout)
}
