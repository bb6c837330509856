import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { nameOfDocument } from './documents/document-name.ts'
import { findSale, requireDocument } from './find-sale.ts'
import type { PresentedSale } from './present-sale.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/**
 * Enters or corrects the number of a sale's handwritten invoice. Throws a 404 for an unknown document, a 409 if the
 * document is no sale in booklet mode or its shift is closed, and a 422 for the number of another sale.
 */
export async function enterBookletNumber(
  context: Context<Principal>,
  id: string,
  number: string,
): Promise<PresentedSale> {
  const { tx, branchId, now, user } = context
  const sale = await requireDocument(tx, id)
  if (sale.mode !== 'booklet' || sale.kind !== 'sale') throw new AppError('conflict', s.noBookletNumber)
  if (sale.booklet_number === number) return findSale(tx, id)
  const row = { document_id: id, branch_id: branchId, number, entered_at: now, entered_by: user.id }
  await queries.saveBookletNumber(tx, row)
  const parameters = { receipt: sale.number, number, ...(sale.booklet_number && { before: sale.booklet_number }) }
  await writeAuditLog(context, { type: 'sales.booklet.numbered', subjectId: id, parameters })
  return findSale(tx, id)
}

/** Lists sales in booklet mode whose handwritten invoice has no number yet, for the person who enters the numbers. */
export const listSalesWithoutBookletNumber = async (
  tx: ReadTx,
  shiftId: string | undefined,
): Promise<Answer<typeof salesContract.withoutBookletNumber>['data']> =>
  (await views.salesWithoutBookletNumber(tx, shiftId)).map((sale) => ({
    id: sale.id,
    receipt_number: sale.number,
    document_name: nameOfDocument(sale),
    customer_name: sale.customer_name,
    transaction_date: isoInManila(sale.sold_at),
    total_after_discount: toPesos(sale.total_centavos),
  }))
