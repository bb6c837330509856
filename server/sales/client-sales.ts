import { requireClient } from '#server/clients/client-records.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { Principal, ReadContext } from '#server/lib/context.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import type { SaleLine } from '#shared/sales/line.ts'
import * as clientViews from './client-views.ts'
import { nameOfDocument } from './documents/document-name.ts'
import { linesOfRows } from './documents/document-rows.ts'
import { methodsOf, presentPayments } from './present-sale.ts'
import type { PaymentRow } from './queries.ts'
import * as views from './views.ts'

/** Lists the caller's own purchases, page by page. */
export async function listOwnSales(
  context: ReadContext<Principal>,
  query: Parsed<typeof salesContract.mine>['querystring'],
): Promise<Answer<typeof salesContract.mine>> {
  const { tx, user } = context
  const { page, per_page } = query
  const rows = await clientViews.ownSalesPage(tx, user.id, query)
  const parts = await views.partsOf(
    tx,
    rows.map(({ id }) => id),
  )
  return {
    data: rows.map((row) => {
      const { lines, payments } = parts(row.id)
      const items = linesOfRows(lines).map(({ service_name, quantity }) => ({ name: service_name, quantity }))
      return {
        transaction_id: row.id,
        ...(row.kind === 'refund' && { is_refund: true }),
        ...(row.kind === 'void' && { is_void: true }),
        ...(row.is_voided && { is_voided: true }),
        ...(row.refunded_centavos > 0 && {
          refunded: row.refunded_centavos < row.total_centavos ? ('partly' as const) : ('whole' as const),
        }),
        receipt_number: row.number,
        document_name: nameOfDocument(row),
        transaction_date: isoInManila(row.sold_at),
        treatments: JSON.stringify(items),
        total: toPesos(row.total_centavos),
        payment_method: presentPayments(payments).payment_method,
        ...(payments.length > 1 && { payment_methods: methodsOf(payments) }),
      }
    }),
    total: await clientViews.countOwnSales(tx, user.id),
    page,
    per_page,
  }
}

type OwnDocument = Awaited<ReturnType<typeof clientViews.documentsOfUser>>[number]

/** Every document of a person, newest first, including voids and refunds, with lines and payments. */
export async function documentsOfUser(
  tx: ReadTx,
  userId: string,
): Promise<(OwnDocument & { lines: SaleLine[]; payments: PaymentRow[] })[]> {
  const documents = await clientViews.documentsOfUser(tx, userId)
  const parts = await views.partsOf(
    tx,
    documents.map(({ id }) => id),
  )
  return documents.map((document) => {
    const { lines, payments } = parts(document.id)
    return { ...document, lines: linesOfRows(lines), payments }
  })
}

/** A client's total payments and the number of days of their visits. Throws a 404 for an unknown client. */
export async function clientSpending(tx: ReadTx, clientId: string): Promise<{ total_spent: number; visits: number }> {
  const { id } = await requireClient(tx, clientId)
  const { total_centavos, visits } = await views.spendingOf(tx, id)
  return { total_spent: toPesos(total_centavos), visits }
}
