import { locationLabel } from '#server/clinic/clinic-profile.ts'
import { answerOfKey } from '#server/db/idempotency.ts'
import { runPipelined } from '#server/db/pipeline.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { linesOfRows, nameOfDocument, nameOfOriginal } from './document-rows.ts'
import { presentSale, type PresentedSale } from './present-sale.ts'
import * as views from './views.ts'

/** Finds a document. Throws a 404 for an unknown one. */
export async function requireDocument(tx: ReadTx, id: string): Promise<views.DocumentView> {
  const document = await views.documentById(tx, id)
  if (!document) throw new AppError('not_found', s.notFound)
  return document
}

/** Documents with lines and payments in the API's format. */
export async function presentSales(tx: ReadTx, documents: readonly views.DocumentView[]): Promise<PresentedSale[]> {
  const branches = [...new Set(documents.map(({ branch_id }) => branch_id))]
  const [partsById, labels] = await runPipelined([
    views.partsOf(
      tx,
      documents.map(({ id }) => id),
    ),
    runPipelined(branches.map((id) => locationLabel(tx, id))),
  ])
  const locations = new Map(branches.map((id, i) => [id, labels[i]!]))
  return documents.map((document) => {
    const { lines, payments } = partsById(document.id)
    const { customer_name, is_voided, original_number, refunded_centavos, approved_by, booklet_number } = document
    const location = locations.get(document.branch_id)!
    const original_name = nameOfOriginal(document)
    const told = {
      customer_name,
      is_voided,
      original_number,
      refunded_centavos,
      approved_by,
      booklet_number,
      original_name,
    }
    const parts = { ...told, location }
    return presentSale({ document, ...parts, lines: linesOfRows(lines), payments })
  })
}

/** Sales that have no invoice number yet, for the person who enters it. */
export const withoutBookletNumber = async (
  tx: ReadTx,
  shiftId: string | undefined,
): Promise<Answer<typeof salesContract.withoutBookletNumber>['data']> =>
  (await views.withoutBookletNumber(tx, shiftId)).map((sale) => ({
    id: sale.id,
    receipt_number: sale.number,
    document_name: nameOfDocument(sale),
    customer_name: sale.customer_name,
    transaction_date: isoInManila(sale.sold_at),
    total_after_discount: toPesos(sale.total_centavos),
  }))

/** Finds a sale in the API's format. Throws a 404 for an unknown one. */
export async function findSale(tx: ReadTx, id: string): Promise<PresentedSale> {
  const [sale] = await presentSales(tx, [await requireDocument(tx, id)])
  return sale!
}

const CHECKOUT = `${salesContract.checkout.method} ${salesContract.checkout.url}`

/** The sale of an idempotency key, whoever recorded it, because another cashier may use the till by now. */
export async function findSaleByKey(tx: ReadTx, key: string): Promise<PresentedSale> {
  const answer = await answerOfKey(tx, key, CHECKOUT)
  if (answer === null) throw new AppError('not_found', s.notFound)
  const { data } = JSON.parse(answer) as { data: { id: string } }
  return findSale(tx, data.id)
}

export { receiptsFound } from './search-views.ts'
