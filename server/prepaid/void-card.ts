import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { cardEnding } from '#shared/prepaid/card-number.ts'
import type { prepaidContract } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { isUnused, presentCard } from './present-card.ts'
import * as queries from './queries.ts'
import { recordEntry } from './record-entry.ts'
import * as views from './views.ts'

type VoidBody = Parsed<typeof prepaidContract.voidCard>['body']

/**
 * Voids a gift card on which the whole amount is left. The money goes back by the method by which the gift card was
 * paid; cash leaves the drawer of the terminal. Throws a 404 for an unknown gift card, and a 409 for one that was used
 * or is void.
 */
export async function voidCard(
  context: Context<Principal>,
  id: string,
  { reason, terminal_id }: VoidBody,
): Promise<Answer<typeof prepaidContract.voidCard>['data']> {
  const { tx, branchId, now, user } = context
  await queries.lockAccount(tx, branchId, id)
  const card = await views.cardById(tx, branchId, id)
  if (!card) throw new AppError('not_found', s.unknown)
  if (card.kind !== 'gift_card' || card.number === null) throw new AppError('conflict', s.voidGiftCardsOnly)
  if (card.voided_at !== null) throw new AppError('conflict', s.isVoid)
  if (!isUnused(card)) throw new AppError('conflict', s.voidUnusedOnly)
  const amount = card.balance_centavos
  await recordEntry(context, { account_id: id, kind: 'void', amount_centavos: -amount })
  await queries.markVoid(tx, id, now)
  await queries.insertVoid(tx, {
    account_id: id,
    reason,
    voided_at: now,
    voided_by: user.id,
    voided_by_name: user.name,
    terminal_id: terminal_id ?? null,
  })
  const parameters = { number: card.number, ending: cardEnding(card.card_number), amount_centavos: amount, reason }
  await writeAuditLog(context, { type: 'prepaid.card.voided', subjectId: id, parameters })
  return presentCard((await views.cardById(tx, branchId, id))!)
}
