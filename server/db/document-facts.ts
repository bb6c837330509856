import { sql } from 'kysely'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { DocumentSeries } from '#shared/clinic/document-name.ts'
import type { Refunded } from '#shared/lib/refunded.ts'
import type { ReadTx } from './pool.ts'

// Facts about documents for features that `sales` depends on, so that they need not read the tables of sales
// themselves.

/** A subquery with the number and series of each document, joined as `receipts`. */
export const receiptNumbers = (tx: ReadTx) =>
  tx
    .selectFrom('documents')
    .select(['documents.id', 'documents.number as receipt_number'])
    .select(
      sql<DocumentSeries>`json_build_object('mode', mode, 'kind', kind, 'terminal', registration ->> 'terminal')`.as(
        'receipt_series',
      ),
    )
    .as('receipts')

/**
 * How much of a service in a client's history, with its add-ons, was refunded. The lines of a refund have the positions
 * of the lines in the sale. An entry that was never sold has no lines and counts as not refunded.
 */
export const refundedOfService = sql<Refunded>`(
  select case when bool_or(lines.quantity < 0)
    then case when sum(lines.quantity) = 0 then 'whole' else 'partly' end end
  from documents
  join document_lines lines on lines.document_id = documents.id
  join document_lines service on service.document_id = client_services.sale_id
    and service.service_id = client_services.service_id and service.position in (lines.position, lines.parent_position)
  where documents.id = client_services.sale_id
    or (documents.refers_to = client_services.sale_id and documents.kind = 'refund'))`

/**
 * The clients and dates of sales that were not voided, with business dates from `from` up to, but not including,
 * `before`. PostgreSQL can answer this query from an index alone.
 */
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

/** The number of all documents ever issued. It is the sum of the last numbers, because numbers have no gaps. */
export async function countIssuedDocuments(tx: ReadTx): Promise<number> {
  const { issued } = await tx
    .selectFrom('document_counters')
    .select(sql<number>`coalesce(sum(last_number), 0)::bigint`.as('issued'))
    .executeTakeFirstOrThrow()
  return issued
}

/** A text that changes when a document is issued, or when documents get another client by a merge or its undo. */
export async function versionOfDocuments(tx: ReadTx): Promise<string> {
  const { merges, undone } = await tx
    .selectFrom('client_merges')
    .select([sql<number>`count(*)`.as('merges'), sql<number>`count(undone_at)`.as('undone')])
    .executeTakeFirstOrThrow()
  return [await countIssuedDocuments(tx), merges, undone].join(' ')
}
