import type { Centavos } from '#shared/lib/money.ts'
import { spread } from '#shared/sales/tax.ts'

/**
 * Divides the price of a package among its sessions, in proportion to the prices of their services. The values add up
 * to the price to the centavo, also for services that are free of charge.
 */
export function sessionValues(price: Centavos, listPrices: readonly Centavos[]): Centavos[] {
  const isFree = listPrices.every((listPrice) => listPrice === 0)
  return spread(price, isFree ? listPrices.map(() => 1) : listPrices)
}
