import { requireClockNear } from '#server/clinic/clock.ts'
import { isPgError } from '#server/db/constraint-errors.ts'
import { runPipelined } from '#server/db/pipeline.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Context } from '#server/lib/context.ts'
import { nameOfDocument } from './document-name.ts'
import * as queries from '#server/sales/queries.ts'
import { referenceUsed } from '#server/sales/checkout/take-payments.ts'
import { receiptOfReference } from '#server/sales/views.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'

/** A document before it has its number. */
export type NewDocument = {
  row: Omit<queries.DocumentRow, 'number'>
  parts: queries.DocumentParts
  /** With cash control the document joins the open shift of this terminal. */
  terminalId: string | null
  /**
   * The latest time of the server's clock that is known to be right, read together with the clinic's data; null before
   * the first document.
   */
  clockAcceptedAt: Date | null
  /**
   * For each payment, the name of the request's field that contains its reference number. If the number was already
   * used, the error is shown at this field.
   */
  referenceFields?: readonly string[]
}

/**
 * Inserts the parts of a document. Returns false if another sale was paid with the same reference number. Throws a 409
 * if a gift card was bought with that number; the detail of the database's error tells which payment has the number.
 */
async function tryInsertParts(tx: Tx, { parts, referenceFields = [] }: NewDocument): Promise<boolean> {
  try {
    return await queries.insertParts(tx, parts)
  } catch (error) {
    if (!isPgError(error) || error.constraint !== 'payments__reference_once') throw error
    throw referenceUsed(referenceFields[Number(error.detail) - 1] ?? 'reference_number', prepaidMessages.soldCard)
  }
}

/** Throws a 409 that names the receipt on which a reference number was already used. */
async function insertParts(tx: Tx, document: NewDocument): Promise<void> {
  const { parts, referenceFields = [] } = document
  if (await tryInsertParts(tx, document)) return
  const used = await receiptOfReference(tx, parts.payments)
  const index = parts.payments.findIndex(
    ({ method, reference_key }) => method === used.method && reference_key === used.reference_key,
  )
  throw referenceUsed(referenceFields[index] ?? 'reference_number', nameOfDocument(used))
}

/**
 * Writes a document and returns its row with the number. All other documents wait for the counter of the numbers until
 * this commit, so the row is written late: first the parts of the document, then with `writeOthers` the changes in
 * other features, then the row. The parts and the first statement of `writeOthers` are sent in one round trip. The log
 * is written last: its counter rows are a lock that every transaction needs, so an earlier write could deadlock.
 */
export async function writeDocumentLast<Others = void>(
  { tx }: Context,
  document: NewDocument,
  writeOthers?: () => Promise<Others>,
): Promise<[row: queries.IssuedRow, others: Others | undefined]> {
  const writeRow = async () => {
    const others = await writeOthers?.()
    return { others, issued: await queries.insertDocument(tx, document.row, document.terminalId) }
  }
  const now = { branchId: document.row.branch_id, now: document.row.sold_at }
  const clock = requireClockNear(tx, now, document.clockAcceptedAt ?? undefined)
  const [, , { others, issued }] = await runPipelined([clock, insertParts(tx, document), writeRow()])
  return [{ ...document.row, ...issued }, others]
}
