import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { DocumentKind } from '#shared/clinic/documents.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { Receipt } from '#shared/sales/contract.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import type { PaperCopy, PaperFields } from '#shared/sales/paper/paper-fields.ts'
import { percentageTaxInPesos } from '#shared/sales/percentage-tax.ts'
import { includeExcise } from '#shared/sales/tax.ts'
import { recordCoverPrint, requireCoverReceipt } from './covers/cover-receipt.ts'
import * as clientViews from './client-views.ts'
import { loggedSeries } from './documents/document-log.ts'
import { taxesOf } from './documents/document-rows.ts'
import { presentCover } from './present-sale.ts'
import { presentSales, findLockedDocument } from './find-sale.ts'
import { insertPrint } from './queries.ts'
import * as views from './views.ts'

/** The receipt with the clinic's data at the time of issue, for staff and for its customer; for anyone else a 404. */
export async function readReceipt(context: ReadContext<Principal>, id: string): Promise<Receipt> {
  const { tx, user } = context
  if (!user.permissions.has('sales.read') && !(await clientViews.isDocumentOf(tx, id, user.id)))
    throw new AppError('not_found', s.notFound)
  return documentReceipt(tx, id)
}

/** The taxes of a document as its receipt or invoice prints them. */
function presentTaxes(document: views.DocumentView, { excise }: views.PaperRow): PaperFields['taxes'] {
  const sums = includeExcise(taxesOf(document), excise)
  return {
    vatable: toPesos(sums.vatable),
    vat: toPesos(sums.vat),
    exempt: toPesos(sums.exempt),
    zero_rated: toPesos(sums.zeroRated),
    excise: toPesos(sums.excise),
  }
}

/**
 * The sales subject to percentage tax and the exempt sales on an invoice without VAT, and on the order slip from which
 * such an invoice is written by hand. Other documents print no such split.
 */
function presentPercentageTax({ mode }: views.DocumentView, { percentage_tax, is_without_vat }: views.PaperRow) {
  const isPrinted = mode === 'invoice_non_vat' || (mode === 'booklet' && is_without_vat)
  return isPrinted && percentage_tax ? { percentage_tax: percentageTaxInPesos(percentage_tax) } : {}
}

/**
 * Returns the first Senior Citizen or PWD card of a document, for screens of earlier versions that know one card only;
 * most documents have no more.
 */
function firstCard([first]: views.PaperRow['cards']): PaperFields['card'] {
  if (!first) return null
  const { position: _, ...card } = first
  return card
}

/** Returns the fields that a receipt prints besides its lines and payments. */
function presentPaper(document: views.DocumentView, row: views.PaperRow): PaperFields {
  const { buyer, cards, is_taxed } = row
  return {
    mode: document.mode,
    kind: document.kind,
    registration: document.registration as PaperFields['registration'],
    buyer,
    booklet_number: document.booklet_number,
    covered_by: presentCover(document)?.document_name ?? null,
    taxes: is_taxed ? presentTaxes(document, row) : null,
    ...presentPercentageTax(document, row),
    card: firstCard(cards),
    cards,
  }
}

/**
 * The receipt of a document, or of an invoice that covers sales slips, without checking access. Throws a 404 for an
 * unknown one.
 */
export async function documentReceipt(tx: ReadTx, id: string): Promise<Receipt> {
  const document = await views.documentById(tx, id)
  if (!document) return requireCoverReceipt(tx, id)
  const [sale] = await presentSales(tx, [document])
  const paper = await views.paperOf(tx, document)
  return {
    ...sale!,
    clinic: {
      name: document.issuer_name,
      address: document.issuer_address,
      phone: document.issuer_phone,
      tin: document.issuer_tin,
      receipt_foot: document.receipt_foot,
    },
    discount_id_number: document.discount_id_number,
    paper: presentPaper(document, paper),
    print_count: paper.print_count,
    last_printed_at: paper.last_printed_at && isoInManila(paper.last_printed_at),
  }
}

/** The id of the latest document of a kind; null when there is none. */
export const latestDocument = async (tx: ReadTx, branchId: string, kind: DocumentKind): Promise<string | null> =>
  (await views.latestDocument(tx, branchId, kind))?.id ?? null

/**
 * Records that a receipt is about to be printed or saved, so that at most one printed receipt lacks the word REPRINT,
 * even if the print fails. Throws a 404 for an unknown receipt.
 */
export async function recordPrint(context: Context<Principal>, id: string, kind: 'print' | 'pdf'): Promise<PaperCopy> {
  const { tx, user, now } = context
  const document = await findLockedDocument(tx, id)
  if (!document) return recordCoverPrint(context, id, kind)
  const reprint = await insertPrint(tx, { id: newId(), document_id: id, kind, printed_by: user.id, printed_at: now })
  const type = kind === 'print' ? 'sales.receipt.printed' : 'sales.receipt.saved'
  await writeAuditLog(context, {
    type,
    subjectId: id,
    parameters: { receipt: document.number, ...loggedSeries(document, 'series'), ...(reprint > 0 && { reprint }) },
  })
  return { reprint, printed_at: isoInManila(now) }
}
