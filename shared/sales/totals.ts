import type { Centavos } from '#shared/lib/money.ts'
import { chargeOf, type Charge, type ChargedLine } from './charge.ts'

export type Totals = Pick<Charge, 'subtotal' | 'discount' | 'total' | 'itemCount'>

/** An order's totals in centavos; use `chargeOf` for the amounts of each line. */
export function totalsOf(lines: readonly ChargedLine[], given: { isOn: boolean; amount: Centavos }): Totals {
  const { subtotal, discount, total, itemCount } = chargeOf(lines, given)
  return { subtotal, discount, total, itemCount }
}

/** The change for the customer; never below 0. */
export const changeOf = (received: Centavos, total: Centavos): Centavos => Math.max(received - total, 0)

/**
 * Amounts with which a customer probably pays, ascending: the exact total, and the total rounded up to 100, 500 and
 * 1,000 pesos.
 */
export function quickAmounts(total: Centavos): Centavos[] {
  const next = (step: number) => Math.ceil(total / step) * step
  const amounts = [total, next(100_00), next(500_00), next(1_000_00)]
  return [...new Set(amounts)].filter((amount) => amount > 0)
}
