import { taxSettings } from '#server/clinic/clinic-profile.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { isoInManila, type CivilDate } from '#shared/lib/manila-time.ts'
import type { cardContract } from '#shared/sales/till-contract.ts'
import { cardMessages as s } from '#shared/sales/messages.ts'
import type { SeniorPwdCard } from '#shared/sales/senior-pwd-card.ts'
import { isSenior } from '#shared/sales/tax.ts'
import { latestCard } from '#server/sales/client-views.ts'
import type { CheckoutOrder } from './price-order.ts'

/**
 * The card that the order is discounted for; null without one. Throws a 422 for a line with the card's discount without
 * a card, for a card that no line uses, and for a Senior Citizen under 60.
 */
export function cardOf(order: CheckoutOrder, today: CivilDate): SeniorPwdCard | null {
  const card = order.senior_pwd_card ?? null
  if (!order.treatments.some((line) => line.senior_pwd)) {
    if (card === null) return null
    throw invalid('senior_pwd_card', s.cardWithoutLine)
  }
  if (card === null) throw invalid('senior_pwd_card', s.cardRequired)
  if (card.kind === 'pwd') return { ...card, birth_date: null }
  if (!card.birth_date) throw invalid('birth_date', s.birthDateRequired)
  if (!isSenior(today, card.birth_date)) throw invalid('birth_date', s.notSenior)
  return card
}

/** What the till needs for a card discount: the clinic's tax, and the person's latest card if a person is given. */
export async function cardTerms(
  { tx, branchId }: ReadContext,
  userId: string | undefined,
): Promise<Answer<typeof cardContract.terms>['data']> {
  const { isVatRegistered } = await taxSettings(tx, branchId)
  const card = userId === undefined ? undefined : await latestCard(tx, userId)
  return { is_vat_registered: isVatRegistered, card: card ? { ...card, seen_at: isoInManila(card.seen_at) } : null }
}
