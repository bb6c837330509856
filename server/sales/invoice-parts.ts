import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import type { DocumentMode } from '#shared/clinic/documents.ts'
import { findSale, requireDocument } from './find-sale.ts'
import type { PresentedSale } from './present-sale.ts'
import type { CheckoutOrder } from './price-order.ts'
import * as queries from './queries.ts'

/** From this total (centavos) the invoice of a VAT-registered buyer needs the buyer's address. */
const NEEDS_ADDRESS_FROM = 1_000_00

type Sold = { id: string; mode: DocumentMode; total: number }

/**
 * The buyer on an order's invoice, and the number of the handwritten one. Throws a 422 for a number outside of booklet
 * mode and for a buyer with a TIN but no address.
 */
export function invoiceParts(
  { branchId, now, user }: Context<Principal>,
  order: CheckoutOrder,
  { id, mode, total }: Sold,
): Pick<queries.DocumentParts, 'buyer' | 'booklet'> {
  const { buyer, booklet_number: number } = order
  if (number !== null && mode !== 'booklet') throw invalid('booklet_number', s.noBookletNumber)
  if (buyer && buyer.tin !== '' && buyer.address === '' && total >= NEEDS_ADDRESS_FROM)
    throw invalid('buyer.address', s.buyerAddressRequired)
  return {
    buyer: buyer ? { document_id: id, ...buyer } : null,
    booklet:
      number === null ? null : { document_id: id, branch_id: branchId, number, entered_at: now, entered_by: user.id },
  }
}

/**
 * Enters or corrects the number of a sale's handwritten invoice. Throws a 404 for an unknown document, a 409 for one
 * that takes no number or whose shift is closed, and a 422 for a number in use.
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
