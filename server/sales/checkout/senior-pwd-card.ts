import { taxSettings } from '#server/clinic/clinic-profile.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila, type CivilDate } from '#shared/lib/manila-time.ts'
import type { cardContract } from '#shared/sales/till-contract.ts'
import { cardMessages as s } from '#shared/sales/messages.ts'
import type { CardPieces } from '#shared/sales/card-pieces.ts'
import type { SeniorPwdCard } from '#shared/sales/checkout-body.ts'
import { cardKey, isPlausibleCardNumber } from '#shared/sales/senior-pwd-card.ts'
import { isSenior } from '#shared/sales/tax.ts'
import { latestCard } from '#server/sales/client-views.ts'
import type { salesContract } from '#shared/sales/contract.ts'

type CheckoutOrder = Parsed<typeof salesContract.checkout>['body']
type OrderLine = CheckoutOrder['treatments'][number]

/**
 * The pieces of an order's line that each Senior Citizen or PWD card discounts. Tills of earlier versions know one card
 * only and send `senior_pwd`: the first card discounts all pieces.
 */
export function piecesOf({ senior_pwd, senior_pwd_pieces, quantity, addOns }: OrderLine): CardPieces[] {
  if (senior_pwd_pieces.length > 0)
    return senior_pwd_pieces.map((piece) => ({
      card: piece.card,
      quantity: piece.quantity,
      isPromo: piece.keeps_promo,
      addOns: piece.addOns.map((addOn) => ({
        id: addOn.addOn_id,
        quantity: addOn.quantity,
        isPromo: addOn.keeps_promo,
      })),
    }))
  if (!senior_pwd) return []
  return [{ card: 0, quantity, addOns: addOns.map((addOn) => ({ id: addOn.addOn_id, quantity: addOn.quantity })) }]
}

/**
 * Returns the Senior Citizen and PWD cards for which the order is discounted, in their order. Throws a 422 if a line
 * uses a card that the order does not have, no line uses a card, a card is entered twice, a card's number is
 * implausible, or a Senior Citizen is under 60.
 */
export function cardsOf(order: CheckoutOrder, today: CivilDate): SeniorPwdCard[] {
  const field = order.senior_pwd_cards ? 'senior_pwd_cards' : 'senior_pwd_card'
  const cards = order.senior_pwd_cards ?? (order.senior_pwd_card ? [order.senior_pwd_card] : [])
  const used = new Set(order.treatments.flatMap((line) => piecesOf(line).map(({ card }) => card)))
  if (used.size > 0 && cards.length === 0) throw invalid(field, s.cardRequired)
  if ([...used].some((index) => index >= cards.length)) throw invalid(field, s.cardUnknown)
  if (cards.some((_, index) => !used.has(index))) throw invalid(field, s.cardWithoutLine)
  if (new Set(cards.map(cardKey)).size < cards.length) throw invalid(field, s.cardTwice)
  return cards.map((card) => acceptCard(card, today))
}

function acceptCard(card: SeniorPwdCard, today: CivilDate): SeniorPwdCard {
  if (!isPlausibleCardNumber(card.kind, card.id_number)) throw invalid('id_number', s.idNumberImplausible)
  if (card.kind === 'pwd') return { ...card, birth_date: null }
  if (!card.birth_date) throw invalid('birth_date', s.birthDateRequired)
  if (!isSenior(today, card.birth_date)) throw invalid('birth_date', s.notSenior)
  return card
}

/**
 * What the till needs for a Senior Citizen or PWD discount: the clinic's tax, and the person's latest card if a person
 * is given.
 */
export async function cardTerms(
  { tx, branchId }: ReadContext,
  userId: string | undefined,
): Promise<Answer<typeof cardContract.terms>['data']> {
  const { isVatRegistered } = await taxSettings(tx, branchId)
  const card = userId === undefined ? undefined : await latestCard(tx, userId)
  return { is_vat_registered: isVatRegistered, card: card ? { ...card, seen_at: isoInManila(card.seen_at) } : null }
}
