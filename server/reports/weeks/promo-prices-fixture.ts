import type { Centavos } from '#shared/lib/money.ts'
import type { Charge, ChargedLine } from '#shared/sales/charge.ts'

/** All services and add-ons of an order with what the till computed for them. */
const itemsOf = (lines: readonly ChargedLine[], charge: Charge) =>
  lines.flatMap(({ price, quantity, discount = 0, hasCard, isPromo, taxed, addOns }, index) => {
    const { service, addOns: amounts } = charge.items[index]!
    return [
      { gross: price * quantity, discount, hasCard, isPromo, taxed, amounts: service },
      ...addOns.map((addOn, place) => ({
        gross: addOn.price * addOn.quantity,
        discount: 0,
        hasCard: addOn.hasCard,
        isPromo: addOn.isPromo,
        taxed,
        amounts: amounts[place]!,
      })),
    ]
  })

/**
 * Computes, without rounding, what card holders must pay when they keep a promo: the price with VAT less the discounts
 * of the line and of the order, and then without VAT. Throws if the till computed another price. A difference of one
 * and a half centavos is allowed, because the till rounds the line's share of the order's discount and the VAT.
 */
export function checkPromoPrices(
  lines: readonly ChargedLine[],
  charge: Charge,
  given: Centavos,
  isVatRegistered: boolean,
): void {
  const items = itemsOf(lines, charge).map((item) => ({
    ...item,
    left: item.hasCard && !item.isPromo ? 0 : Math.max(item.gross - item.discount, 0),
  }))
  const reducible = items.reduce((sum, { left }) => sum + left, 0)
  const share = reducible === 0 ? 0 : Math.min(given / reducible, 1)
  for (const { hasCard, isPromo, taxed, left, amounts } of items) {
    if (!hasCard || !isPromo) continue
    const promo = left * (1 - share)
    const expected = isVatRegistered && taxed?.taxClass === 'vatable' ? promo / 1.12 : promo
    const paid = amounts.lineTotal - amounts.orderDiscount
    if (Math.abs(paid - expected) > 1.5) throw new Error(`a promo price is ${paid} instead of ${expected} centavos`)
  }
}
