import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { LineRow } from '#server/sales/queries.ts'

/** The refunded amount of a sale in centavos; 0 for other documents. */
export const refundedOf = sql<number>`coalesce((select -sum(refunds.total_centavos) from documents refunds
  where refunds.refers_to = documents.id and refunds.kind = 'refund'), 0)::bigint`.as('refunded_centavos')

/** The person who approved a document at the till. */
export const approverOf = sql<
  string | null
>`(select approver_name from approvals where approvals.id = documents.approval_id)`.as('approved_by')

/** The lines of every refund of a sale. */
export const refundedLines = (tx: ReadTx, saleId: string): Promise<LineRow[]> =>
  tx
    .selectFrom('document_lines')
    .selectAll()
    .where('document_id', 'in', ({ selectFrom }) =>
      selectFrom('documents').select('id').where('refers_to', '=', saleId).where('kind', '=', sql.lit('refund')),
    )
    .execute()
