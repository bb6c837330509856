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

/** The names on the Senior Citizen and PWD cards of a sale, by the position of the card. */
export async function holdersOf(tx: ReadTx, saleId: string): Promise<ReadonlyMap<number, string>> {
  const cards = await tx
    .selectFrom('document_cards')
    .select(['position', 'name'])
    .where('document_id', '=', saleId)
    .execute()
  return new Map(cards.map(({ position, name }) => [position, name]))
}

/** Reads the lines of all refunds of a sale. */
export const refundedLines = (tx: ReadTx, saleId: string): Promise<LineRow[]> =>
  tx
    .selectFrom('document_lines')
    .selectAll()
    .where('document_id', 'in', ({ selectFrom }) =>
      selectFrom('documents').select('id').where('refers_to', '=', saleId).where('kind', '=', sql.lit('refund')),
    )
    .execute()

/** The tax that a sale's buyer withheld, less what its refunds gave back, by the form's code and quarter. */
export const withheldLeft = (tx: ReadTx, saleId: string) =>
  tx
    .selectFrom('payments')
    .innerJoin('documents', 'documents.id', 'payments.document_id')
    .where('payments.method', '=', sql.lit('withheld'))
    .where(({ or, eb }) => or([eb('documents.id', '=', saleId), eb('documents.refers_to', '=', saleId)]))
    .select([
      sql<string>`payments.reference_number`.as('reference'),
      sql<number>`sum(payments.amount_centavos)::bigint`.as('amount'),
    ])
    .groupBy('payments.reference_number')
    .orderBy('payments.reference_number')
    .execute()
