import { requireApproval } from '#server/approvals/approve.ts'
import { currentIssuer } from '#server/clinic/issuer.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { settledDepositAmong } from '#server/prepaid/public.ts'
import { logReturnedWalkIn } from '#server/walk-ins/public.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { counterDocument } from './documents/counter-document.ts'
import { logVoid } from './documents/document-log.ts'
import { findSale, requireLockedDocument } from './find-sale.ts'
import type { PresentedSale } from './present-sale.ts'
import type { PaymentRow } from './queries.ts'
import { revertSale } from './checkout/sale-effects.ts'
import { partsOf, type DocumentView } from './views.ts'
import { writeDocumentLast } from './documents/write-document.ts'

type VoidBody = Parsed<typeof salesContract.voidSale>['body']

/** Throws a 409 for documents that cannot be voided now: a void, a voided sale, or a sale of another business date. */
function requireVoidable({ kind, is_voided, refunded_centavos, business_date }: DocumentView, { now }: Context): void {
  if (kind !== 'sale') throw new AppError('conflict', s.onlySalesAreVoided)
  if (is_voided) throw new AppError('conflict', s.alreadyVoided)
  if (refunded_centavos > 0) throw new AppError('conflict', s.refundedNotVoided)
  if (business_date !== manilaDate(now)) throw new AppError('conflict', s.voidedOnItsDayOnly)
}

/** Throws a 409 if a deposit paid a part of the sale and its rest was given back or kept, because it is closed then. */
async function requireOpenDeposits(tx: ReadTx, payments: readonly PaymentRow[]): Promise<void> {
  const accounts = payments.flatMap(({ prepaid_account_id: id }) => id ?? [])
  const settled = accounts.length === 0 ? undefined : await settledDepositAmong(tx, accounts)
  if (settled !== undefined) throw new AppError('conflict', s.depositSettled(prepaidMessages.depositSale(settled)))
}

/**
 * Voids a whole sale on its own business date by a document with the next number; the sale's row stays. Its appointment
 * can be paid again, its services leave the client's history, its walk-in returns to the queue, and its products return
 * to the shelf. Throws a 404 for an unknown sale, a 403 without the required approval, and a 409 for one that cannot be
 * voided now; of two concurrent voids one gets a 409.
 */
export async function voidSale(
  context: Context<Principal>,
  saleId: string,
  { reason, approval_id }: VoidBody,
): Promise<PresentedSale> {
  const { tx, branchId } = context
  const sale = await requireLockedDocument(tx, saleId)
  requireVoidable(sale, context)
  const { lines, payments } = (await partsOf(tx, [saleId]))(saleId)
  await requireOpenDeposits(tx, payments)
  const amount = sale.total_centavos
  const approval = await requireApproval(context, { id: approval_id ?? null, kind: 'void', subjectId: saleId, amount })
  const issuer = await currentIssuer(tx, branchId, { mode: sale.mode, terminalId: sale.terminal_id })
  const document = counterDocument(context, {
    kind: 'void',
    sale,
    lines,
    payments,
    reason,
    issuer,
    approval,
    terminalId: issuer.terminal_id,
  })
  const [row, walkInId] = await writeDocumentLast(context, document, () => revertSale(context, sale, lines))
  await logVoid(context, row, { sale, approval })
  if (walkInId) await logReturnedWalkIn(context, walkInId)
  return findSale(tx, row.id)
}
