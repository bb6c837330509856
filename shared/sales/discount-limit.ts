import type { Centavos } from '#shared/lib/money.ts'
import type { Charge } from '#shared/sales/charge.ts'
import type { PercentHundredths } from '#shared/sales/percent.ts'

type Discounted = Pick<Charge, 'items' | 'lineDiscount' | 'lessVat' | 'subtotal' | 'discount'> & {
  lines: readonly { hasCard?: boolean; isPromo?: boolean; isPrepaid?: boolean }[]
}

/**
 * True for a discount that nobody gives at the till: one that is required by law, or that follows from the price of a
 * package.
 */
const isGivenElsewhere = ({ hasCard, isPromo, isPrepaid }: Discounted['lines'][number] = {}): boolean =>
  (hasCard === true && isPromo !== true) || isPrepaid === true

/**
 * The discounts on order and lines that the cashier gave voluntarily; those required by law and those of packages do
 * not count.
 */
export const discountGiven = ({ items, lines, discount }: Discounted): Centavos =>
  items.reduce((sum, { service }, i) => sum + (isGivenElsewhere(lines[i]) ? 0 : service.discount), discount)

/** The prices of the services that packages pay. */
const prepaidPrices = ({ items, lines }: Discounted): Centavos =>
  items.reduce((sum, { service }, i) => sum + (lines[i]?.isPrepaid ? service.lineTotal + service.discount : 0), 0)

/**
 * True when the voluntary discounts exceed the limit, which is a share of the prices of everything that packages do not
 * pay. A discount of exactly the limit is allowed.
 */
export function isAboveLimit(charge: Discounted, limit: PercentHundredths): boolean {
  const prices = charge.subtotal + charge.lineDiscount + charge.lessVat - prepaidPrices(charge)
  return BigInt(discountGiven(charge)) * 10_000n > BigInt(prices) * BigInt(limit)
}
