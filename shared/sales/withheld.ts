import type { Centavos } from '#shared/lib/money.ts'
import type { PaymentMethod } from './payment.ts'

/**
 * The reference of a payment by Form 2307: the code of the tax (ATC) and the quarter, such as `WC158 Q4 2026`. Accepts
 * any case and spacing; null for anything else.
 */
export function formReference(typed: string): string | null {
  const [, code, quarter, year] =
    /^(W[A-Z]\s*\d{3})[\s,/-]*(Q[1-4])[\s,/-]*(20\d\d)$/.exec(typed.trim().toUpperCase()) ?? []
  return code ? `${code.replace(/\s/g, '')} ${quarter} ${year}` : null
}

/**
 * True if more is withheld than any buyer has to withhold: the highest rates together are 15 % of income tax and 5 % of
 * VAT on the price without VAT.
 */
export const isTooMuchWithheld = (withheld: Centavos, total: Centavos): boolean => withheld * 5 > total

type Paid = { method: PaymentMethod; amount: number }

/** The sum of those payments that are withheld tax. */
export const withheldIn = (payments: readonly Paid[]): number =>
  payments.reduce((sum, { method, amount }) => (method === 'withheld' ? sum + amount : sum), 0)
