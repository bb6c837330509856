import { requireApproval } from '#server/approvals/approve.ts'
import { lastVisitOf, notifyPaid } from '#server/appointments/public.ts'
import { takeFromHistory } from '#server/clients/client-records.ts'
import { currentIssuer } from '#server/clinic/issuer.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { takeBackVisit } from '#server/people/change-client.ts'
import { logReturned, returnToQueue } from '#server/walk-ins/public.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { searchable } from '#shared/lib/names.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { counterLine, counterPayment, counterRow } from './counter-rows.ts'
import { loggedSeries } from './document-rows.ts'
import { findSale, requireDocument } from './find-sale.ts'
import type { PresentedSale } from './present-sale.ts'
import * as queries from './queries.ts'
import { partsOf, type DocumentView } from './views.ts'

type VoidBody = Parsed<typeof salesContract.voidSale>['body']

/** Throws a 409 for documents that cannot be voided now: a void, a voided sale, or a sale of another business date. */
function requireVoidable({ kind, is_voided, refunded_centavos, business_date }: DocumentView, { now }: Context): void {
  if (kind !== 'sale') throw new AppError('conflict', s.onlySalesAreVoided)
  if (is_voided) throw new AppError('conflict', s.alreadyVoided)
  if (refunded_centavos > 0) throw new AppError('conflict', s.refundedNotVoided)
  if (business_date !== manilaDate(now)) throw new AppError('conflict', s.voidedOnItsDayOnly)
}

/** A void or refund is issued in the sale's mode and on its terminal. */
export const issuedLike = ({ mode, terminal_id }: Pick<DocumentView, 'mode' | 'terminal_id'>) => ({
  mode: mode,
  terminalId: terminal_id,
})

/** Inserts the sale's lines and payments with the opposite sign, and its customer. */
async function insertCounterParts({ tx }: Context, id: string, sale: DocumentView): Promise<void> {
  const { lines, payments } = (await partsOf(tx, [sale.id]))(sale.id)
  await queries.insertParts(tx, {
    customer: queries.customerOf(id, sale, searchable(sale.customer_name, sale.treatment_text)),
    lines: lines.map((line) => counterLine(id, line)),
    payments: payments.map((payment) => counterPayment(id, payment)),
  })
}

/**
 * Removes the sale's services from the client's history and restores the last visit, unless the client was here on that
 * day anyway.
 */
async function takeVisitBack(context: Context, clientId: string, { id, business_date }: DocumentView): Promise<void> {
  const { tx } = context
  await takeFromHistory(context, clientId, id)
  await takeBackVisit(tx, clientId, business_date, await lastVisitOf(tx, clientId))
}

/**
 * Voids a whole sale on its own business date by a document with the next number; the sale's row stays. Its appointment
 * can be paid again, its services leave the client's history, and its walk-in returns to the queue. Throws a 404 for an unknown sale, a 403 without the
 * required approval, and a 409 for one that cannot be voided now; of two concurrent voids one gets a 409.
 */
export async function voidSale(
  context: Context<Principal>,
  saleId: string,
  { reason, approval_id }: VoidBody,
): Promise<PresentedSale> {
  const { tx } = context
  await queries.lockDocument(tx, saleId)
  const sale = await requireDocument(tx, saleId)
  requireVoidable(sale, context)
  const needed = { id: approval_id ?? null, kind: 'void', saleId, amount: sale.total_centavos } as const
  const approval = await requireApproval(context, needed)
  const issuer = await currentIssuer(tx, context.branchId, issuedLike(sale))
  const id = newId()
  await insertCounterParts(context, id, sale)
  const paid = await queries.deleteAppointmentPayment(tx, saleId)
  if (paid) await notifyPaid(context, paid.appointment_id)
  if (sale.client_id) await takeVisitBack(context, sale.client_id, sale)
  const walkInId = await returnToQueue(context, saleId)
  const row = { ...counterRow(context, { id, sale, reason, issuer }), approval_id: approval?.id ?? null }
  const number = await queries.insertDocument(tx, row, issuer.terminal_id)
  const parameters = {
    receipt: number,
    ...loggedSeries({ ...row, ...issuer }, 'series'),
    voided: sale.number,
    ...loggedSeries(sale, 'voided_series'),
    total_centavos: sale.total_centavos,
    ...(approval && { approved_by: approval.approver_name }),
  }
  await writeAuditLog(context, { type: 'sales.sale.voided', subjectId: id, parameters })
  if (walkInId) await logReturned(context, walkInId)
  return findSale(tx, id)
}
