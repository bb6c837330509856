import type { Centavos } from '#shared/lib/money.ts'

/** The kinds of deposit rules: a fixed amount of centavos, or a percentage of the price. */
export const DEPOSIT_KINDS = ['amount', 'percent'] as const
type DepositKind = (typeof DEPOSIT_KINDS)[number]

/** How much a client pays ahead: `value` is in centavos for an amount, and from 1 to 100 for a percentage. */
export type DepositRule = { kind: DepositKind; value: number }

/** A service of a visit with its price, and with its deposit rule if it has one. */
type ServiceWithRule = { price: Centavos; rule: DepositRule | null }

/** The deposit that a rule asks for a service with this price: whole pesos, and never more than the price. */
function partOf(price: Centavos, { kind, value }: DepositRule): Centavos {
  const asked = kind === 'amount' ? value : Math.round((price * value) / 100 / 100) * 100
  return Math.min(asked, price)
}

/**
 * The deposit for a visit in centavos; 0 for none. It is the sum of the deposits that the rules of the services ask
 * for. For a client with many no-shows, the clinic's rule for no-shows (`missed`) is applied to the price of the whole
 * visit, and the larger of the two amounts is the deposit.
 */
export function depositFor(services: readonly ServiceWithRule[], missed: DepositRule | null): Centavos {
  const byService = services.reduce((sum, { price, rule }) => sum + (rule ? partOf(price, rule) : 0), 0)
  const total = services.reduce((sum, { price }) => sum + price, 0)
  return Math.max(byService, missed ? partOf(total, missed) : 0)
}
