import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { cardEnding } from '#shared/prepaid/card-number.ts'
import { CARD_KINDS, type PrepaidKind } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import type { PaperCopy } from '#shared/sales/paper/paper-fields.ts'
import * as queries from './queries.ts'
import { paperOfAccount } from './views.ts'

const isCard = (kind: PrepaidKind): boolean => CARD_KINDS.some((card) => card === kind)

/**
 * Records that a gift card, a store credit, or the receipt of a package or deposit is about to be printed or saved, so
 * that at most one recorded copy lacks the word REPRINT, even if the print fails. Versions of Mutya before this record
 * existed did not count their prints. Throws a 404 if there is no such paper, as for a package that an import brought
 * in, and a 409 for a void card, because somebody could take its paper for money.
 */
export async function recordPaper(context: Context<Principal>, id: string, kind: 'print' | 'pdf'): Promise<PaperCopy> {
  const { tx, branchId, now, user } = context
  await queries.lockAccount(tx, branchId, id)
  const paper = await paperOfAccount(tx, branchId, id)
  if (!paper) throw new AppError('not_found', s.paperUnknown)
  const { kind: account, number, card_number } = paper
  if (paper.voided_at !== null && isCard(account)) throw new AppError('conflict', s.isVoid)
  const reprint = await queries.insertPrint(tx, {
    id: newId(),
    account_id: id,
    kind,
    printed_at: now,
    printed_by: user.id,
  })
  await writeAuditLog(context, {
    type: account === 'package' ? 'prepaid.package.printed' : 'prepaid.paper.printed',
    subjectId: id,
    parameters: { account, number, ending: cardEnding(card_number), kind, ...(reprint > 0 && { reprint }) },
  })
  return { reprint, printed_at: isoInManila(now) }
}
