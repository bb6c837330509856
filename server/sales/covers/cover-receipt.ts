import type { ReadTx } from '#server/db/pool.ts'
import { locationLabel } from '#server/clinic/clinic-profile.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { nameOfCover } from '#server/sales/documents/document-name.ts'
import { loggedSeries } from '#server/sales/documents/document-log.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { Receipt } from '#shared/sales/contract.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { paperMessages } from '#shared/sales/paper/messages.ts'
import type { PaperCopy, PaperFields } from '#shared/sales/paper/paper-fields.ts'
import { percentageTaxInPesos } from '#shared/sales/percentage-tax.ts'
import * as queries from './cover-queries.ts'
import { coverById, type CoverView } from './cover-views.ts'

const asDocument = { mode: 'invoice_non_vat', kind: 'sale' } as const

const paymentsOf = ({ methods }: CoverView): Receipt['payments'] =>
  methods.map(({ method, amount }) => ({
    method,
    amount: toPesos(amount),
    received: toPesos(amount),
    change: 0,
    reference_number: null,
  }))

const paperOf = ({ registration, slips, percentage_tax }: CoverView): PaperFields => ({
  ...asDocument,
  registration: registration as PaperFields['registration'],
  buyer: null,
  booklet_number: null,
  taxes: null,
  ...(percentage_tax && { percentage_tax: percentageTaxInPesos(percentage_tax) }),
  card: null,
  covers: slips,
})

const clinicOf = (cover: CoverView): Receipt['clinic'] => ({
  name: cover.issuer_name,
  address: cover.issuer_address,
  phone: cover.issuer_phone,
  tin: cover.issuer_tin,
  receipt_foot: cover.receipt_foot,
})

/** Empty values for the fields of a receipt that only a sale has, not an invoice that covers sales slips. */
const notOfCover = {
  takes_back: null,
  discount: 0,
  discount_reason: null,
  discount_id_number: null,
  exchange_money: 0,
  reference_number: null,
  void_reason: null,
  voids_receipt_number: null,
  refund_reason: null,
  refunds_receipt_number: null,
  refunded: 0,
  approved_by: null,
} as const

async function requireCover(tx: ReadTx, id: string): Promise<CoverView> {
  const cover = await coverById(tx, id)
  if (!cover) throw new AppError('not_found', s.notFound)
  return cover
}

/** The invoice that covers sales slips, as a receipt. Throws a 404 for an unknown one. */
export async function requireCoverReceipt(tx: ReadTx, id: string): Promise<Receipt> {
  const cover = await requireCover(tx, id)
  const total = toPesos(cover.total_centavos)
  const payments = paymentsOf(cover)
  return {
    ...notOfCover,
    treatments: [],
    id,
    receipt_number: cover.number,
    document_name: nameOfCover(cover),
    customer_name: paperMessages.variousClients,
    transaction_date: isoInManila(cover.issued_at),
    business_date: cover.business_date,
    cashier_name: cover.issued_by_name,
    subtotal: total,
    total_after_discount: total,
    received_money: total,
    payment_method: payments[0]!.method,
    payments,
    is_walk_in: true,
    item_count: cover.slips.reduce((sum, { count }) => sum + count, 0),
    mode: asDocument.mode,
    location: await locationLabel(tx, cover.branch_id),
    state: 'sale',
    clinic: clinicOf(cover),
    paper: paperOf(cover),
    print_count: cover.print_count,
    last_printed_at: cover.last_printed_at && isoInManila(cover.last_printed_at),
    reading_id: cover.reading_id,
  }
}

/**
 * Records that an invoice that covers sales slips is about to be printed or saved. Locking the date gives two
 * concurrent prints different numbers; the rows of these invoices cannot be locked, because the app may not change
 * them. Throws a 404 for an unknown invoice.
 */
export async function recordCoverPrint(
  context: Context<Principal>,
  id: string,
  kind: 'print' | 'pdf',
): Promise<PaperCopy> {
  const { tx, user, now } = context
  const cover = await requireCover(tx, id)
  await queries.lockDate(tx, cover.branch_id, cover.business_date)
  const reprint = await queries.insertCoverPrint(tx, {
    id: newId(),
    cover_id: id,
    kind,
    printed_by: user.id,
    printed_at: now,
  })
  await writeAuditLog(context, {
    type: kind === 'print' ? 'sales.receipt.printed' : 'sales.receipt.saved',
    subjectId: id,
    parameters: {
      receipt: cover.number,
      ...loggedSeries({ ...asDocument, registration: cover.registration }, 'series'),
      ...(reprint > 0 && { reprint }),
    },
  })
  return { reprint, printed_at: isoInManila(now) }
}
