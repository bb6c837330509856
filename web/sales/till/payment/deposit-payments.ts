import type { Centavos } from '#shared/lib/money.ts'
import type { OrderDeposit } from '#web/sales/till/order.ts'

/** The amount that one deposit or store credit pays of an order. */
export type DepositPayment = { id: string; isCredit: boolean; amount: Centavos }

/**
 * The amount that each deposit or store credit pays: all that is left of it, but at most the part of `due` that the
 * deposits before it do not pay.
 */
export function depositPayments(deposits: readonly OrderDeposit[], due: Centavos): DepositPayment[] {
  let rest = due
  return deposits.flatMap(({ id, isCredit = false, balance }) => {
    const amount = Math.min(balance, rest)
    rest -= amount
    return amount > 0 ? [{ id, isCredit, amount }] : []
  })
}
