import type { Centavos } from '#shared/lib/money.ts'
import type { Charge } from '#shared/sales/charge.ts'
import type { PercentHundredths } from '#shared/sales/percent.ts'

type Discounted = Pick<Charge, 'items' | 'lineDiscount' | 'lessVat' | 'subtotal' | 'discount'> & {
  lines: readonly { hasCard?: boolean }[]
}

/** What is given away of an order, on it and on its lines; what the law gives to the holder of a card is not. */
export const discountGiven = ({ items, lines, discount }: Discounted): Centavos =>
  items.reduce((sum, { service }, i) => sum + (lines[i]?.hasCard ? 0 : service.discount), discount)

/** True when more is given away than a share of the prices; a discount of exactly the limit is within it. */
export function isAboveLimit(charge: Discounted, limit: PercentHundredths): boolean {
  const prices = charge.subtotal + charge.lineDiscount + charge.lessVat
  return BigInt(discountGiven(charge)) * 10_000n > BigInt(prices) * BigInt(limit)
}
