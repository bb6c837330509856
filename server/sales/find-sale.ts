import { locationLabel } from '#server/clinic/clinic-profile.ts'
import { answerOfKey } from '#server/db/idempotency.ts'
import { runPipelined } from '#server/db/pipeline.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import { AppError } from '#server/lib/app-error.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { linesOfRows } from './documents/document-rows.ts'
import { presentSale, type PresentedSale } from './present-sale.ts'
import { lockDocument } from './queries.ts'
import * as views from './views.ts'

/** Finds a document. Throws a 404 for an unknown one. */
export async function requireDocument(tx: ReadTx, id: string): Promise<views.DocumentView> {
  const document = await views.documentById(tx, id)
  if (!document) throw new AppError('not_found', s.notFound)
  return document
}

/**
 * Locks a document before it is read, so that of two concurrent voids or refunds the second sees the first; undefined
 * for an unknown one.
 */
export async function findLockedDocument(tx: Tx, id: string): Promise<views.DocumentView | undefined> {
  await lockDocument(tx, id)
  return views.documentById(tx, id)
}

/** Like `findLockedDocument`, but throws a 404 for an unknown document. */
export async function requireLockedDocument(tx: Tx, id: string): Promise<views.DocumentView> {
  await lockDocument(tx, id)
  return requireDocument(tx, id)
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
    const location = locations.get(document.branch_id)!
    return presentSale({ document, lines: linesOfRows(lines), payments, location })
  })
}

/** Finds a sale in the API's format. Throws a 404 for an unknown one. */
export async function findSale(tx: ReadTx, id: string): Promise<PresentedSale> {
  const [sale] = await presentSales(tx, [await requireDocument(tx, id)])
  return sale!
}

const CHECKOUT = `${salesContract.checkout.method} ${salesContract.checkout.url}`

/**
 * Finds the sale of an idempotency key, whichever cashier recorded it, because another cashier may use the till by now.
 */
export async function findSaleByKey(tx: ReadTx, key: string): Promise<PresentedSale> {
  const answer = await answerOfKey(tx, key, CHECKOUT)
  if (answer === null) throw new AppError('not_found', s.notFound)
  const { data } = JSON.parse(answer) as { data: { id: string } }
  return findSale(tx, data.id)
}

export { receiptsFound } from './search-views.ts'
