import type { ReadTx } from '#server/db/pool.ts'
import type { SaleLine } from '#shared/sales/line.ts'
import { linesOfRows } from './document-rows.ts'
import type { PaymentRow } from './queries.ts'
import * as clientViews from './client-views.ts'
import * as views from './views.ts'

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
