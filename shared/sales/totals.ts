import type { Centavos } from '#shared/lib/money.ts'
import type { SaleAddOn, SaleLine } from './line.ts'

type Priced<Item extends SaleLine | SaleAddOn> = Pick<Item, 'price' | 'quantity'>
type PricedLine = Priced<SaleLine> & { addOns: readonly Priced<SaleAddOn>[] }

export type Totals = { subtotal: Centavos; discount: Centavos; total: Centavos; itemCount: number }

const sum = (items: readonly Priced<SaleAddOn>[]) =>
  items.reduce((total, item) => total + item.price * item.quantity, 0)

/**
 * The sums of an order in centavos. The discount counts only when it is switched on, and never exceeds the subtotal;
 * the item count is the sum of the quantities of services and add-ons.
 */
export function totalsOf(lines: readonly PricedLine[], discount: { isOn: boolean; amount: Centavos }): Totals {
  const subtotal = lines.reduce((total, line) => total + line.price * line.quantity + sum(line.addOns), 0)
  const counted = lines.reduce(
    (count, line) => count + line.quantity + line.addOns.reduce((n, a) => n + a.quantity, 0),
    0,
  )
  // Written so that NaN and −0, which no field produces but a program may, count as no discount.
  const allowed = discount.isOn && discount.amount > 0 ? Math.min(Math.trunc(discount.amount), subtotal) : 0
  return { subtotal, discount: allowed, total: subtotal - allowed, itemCount: counted }
}

/** What the customer gets back; never below 0. */
export const changeOf = (received: Centavos, total: Centavos): Centavos => Math.max(received - total, 0)

/** Round sums a customer is likely to hand over: exact, then the next 100, 500, 1,000 and so on (at most four, ascending). */
export function quickAmounts(total: Centavos): Centavos[] {
  const next = (step: number) => Math.ceil(total / step) * step
  const amounts = [total, next(100_00), next(500_00), next(1_000_00), next(5_000_00), next(10_000_00)]
  return [...new Set(amounts)].filter((amount) => amount > 0).slice(0, 4)
}
