import type { Centavos } from '#shared/lib/money.ts'
import type { OrderDeposit } from '#web/sales/till/order.ts'

/** The amount that one deposit pays of an order. */
export type DepositPayment = { depositId: string; amount: Centavos }

/** The amount that each deposit pays of what is due: all that is left of it, but at most the rest of the bill. */
export function depositPayments(deposits: readonly OrderDeposit[], due: Centavos): DepositPayment[] {
  let rest = due
  return deposits.flatMap(({ id, balance }) => {
    const amount = Math.min(balance, rest)
    rest -= amount
    return amount > 0 ? [{ depositId: id, amount }] : []
  })
}
