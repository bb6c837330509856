import type { Answer } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import { formatCardNumber } from '#shared/prepaid/card-number.ts'
import type { prepaidContract } from '#shared/prepaid/contract.ts'
import type { CardRow } from './views.ts'

type PresentedCard = Answer<typeof prepaidContract.sell>['data']

/**
 * True for a gift card or store credit that has its whole amount. A payment whose sale was voided has been given back,
 * so it does not count as a use. A refund never goes back to a gift card, because it opens a store credit.
 */
export const isUnused = ({ amount_centavos, balance_centavos }: CardRow): boolean =>
  balance_centavos === amount_centavos

/** A gift card or store credit in the API's format. */
export const presentCard = (row: CardRow): PresentedCard => ({
  id: row.id,
  kind: row.kind,
  card_number: formatCardNumber(row.card_number),
  amount: toPesos(row.amount_centavos),
  balance: toPesos(row.balance_centavos),
  recipient_name: row.recipient_name,
  message: row.message,
  recipient_email: row.recipient_email,
  opened_at: isoInManila(row.opened_at),
  is_void: row.voided_at !== null,
  sale:
    row.number === null || row.buyer_name === null || row.method === null
      ? null
      : { number: row.number, buyer_name: row.buyer_name, method: row.method },
  can_be_voided: row.kind === 'gift_card' && row.voided_at === null && isUnused(row),
  print_count: row.print_count,
})
