import type { Centavos } from '#shared/lib/money.ts'
import type { Charge } from '#shared/sales/charge.ts'
import type { PercentHundredths } from '#shared/sales/percent.ts'

type Discounted = Pick<Charge, 'items' | 'lineDiscount' | 'lessVat' | 'subtotal' | 'discount'> & {
  lines: readonly { hasCard?: boolean; isPromo?: boolean }[]
}

/** The discounts given voluntarily on order and lines; those required by law do not count. */
export const discountGiven = ({ items, lines, discount }: Discounted): Centavos =>
  items.reduce((sum, { service }, i) => sum + (lines[i]?.hasCard && !lines[i].isPromo ? 0 : service.discount), discount)

/**
 * True when voluntary discounts exceed the limit, a share of the prices. A discount of exactly the limit is allowed.
 */
export function isAboveLimit(charge: Discounted, limit: PercentHundredths): boolean {
  const prices = charge.subtotal + charge.lineDiscount + charge.lessVat
  return BigInt(discountGiven(charge)) * 10_000n > BigInt(prices) * BigInt(limit)
}
