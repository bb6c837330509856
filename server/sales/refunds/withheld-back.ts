import type { ReadTx } from '#server/db/pool.ts'
import { paymentRow } from '#server/sales/checkout/take-payments.ts'
import type { PaymentRow } from '#server/sales/queries.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { paidFor, withheldBack, type Refundable } from '#shared/sales/refunds/refund.ts'
import { spread } from '#shared/sales/tax.ts'
import { withheldLeft } from './refund-views.ts'

/** What can still be refunded of a sale, and the withheld tax in this amount, for each Form 2307. */
type MoneyLeft = { total: Centavos; withheld: { reference: string; amount: Centavos }[] }

export const readMoneyLeft = async (
  tx: ReadTx,
  saleId: string,
  lines: readonly { left: Refundable }[],
): Promise<MoneyLeft> => ({
  total: lines.reduce((all, { left }) => all + paidFor(left), 0),
  withheld: await withheldLeft(tx, saleId),
})

/**
 * The withheld tax that a refund of `amount` takes back without paying money: the refund's share of the tax that is
 * left, for each Form 2307.
 */
export function withheldRows(saleId: string, amount: Centavos, { total, withheld }: MoneyLeft): PaymentRow[] {
  const left = withheld.map((form) => form.amount)
  const back = withheldBack(amount, { total, withheld: left.reduce((all, one) => all + one, 0) })
  return spread(back, left).flatMap((part, index) =>
    part > 0
      ? [
          paymentRow(saleId, {
            method: 'withheld',
            amount: part,
            received: part,
            reference: withheld[index]!.reference,
          }),
        ]
      : [],
  )
}
