import { sql } from 'kysely'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { ReadTx } from './pool.ts'

// What features that come before sales need of its documents, so that they need not name its tables.

/** The receipt number of each document, to be joined as `receipts`. */
export const receiptNumbers = (tx: ReadTx) =>
  tx.selectFrom('documents').select(['documents.id', 'documents.number as receipt_number']).as('receipts')

/** Whether something of a service in a client's history was refunded. */
export const isRefunded = sql<boolean>`exists (select from documents refunds
  join document_lines lines on lines.document_id = refunds.id
  where refunds.refers_to = client_services.sale_id and refunds.kind = 'refund'
    and lines.service_id = client_services.service_id and lines.quantity < 0)`

/** Who bought what was not voided, from a business date until before another; read from indexes alone. */
export const purchases = (tx: ReadTx, from: CivilDate, before: CivilDate) =>
  tx
    .selectFrom('documents')
    .select(['client_id', 'business_date'])
    .where('kind', '=', sql.lit('sale'))
    .where('business_date', '>=', from)
    .where('business_date', '<', before)
    .where('client_id', 'is not', null)
    .where('id', 'not in', ({ selectFrom }) =>
      selectFrom('documents as voids').select('voids.refers_to').where('voids.kind', '=', sql.lit('void')),
    )

/** How many documents were ever issued: their numbers have no gaps. */
export async function documentsIssued(tx: ReadTx): Promise<number> {
  const { issued } = await tx
    .selectFrom('document_counters')
    .select(sql<number>`coalesce(sum(last_number), 0)::bigint`.as('issued'))
    .executeTakeFirstOrThrow()
  return issued
}
