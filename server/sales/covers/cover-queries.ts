import { sql, type Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { CoverInvoices, CoverPrints } from '#server/db/schema.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

/**
 * Locks the totals of a date. If two terminals close the date at once, the second one then sees which sales slips the
 * first has covered by an invoice. No sale can be added to the date meanwhile.
 */
export const lockDate = (tx: Tx, branchId: string, date: CivilDate) =>
  tx
    .selectFrom('daily_sales')
    .select('business_date')
    .where('branch_id', '=', branchId)
    .where('business_date', '=', date)
    .forUpdate()
    .executeTakeFirst()

/**
 * Assigns sales slips to the invoice that covers them. Must be called before the invoice is inserted. Violates
 * `invoice_covers_pkey` for a slip that is covered already.
 */
export const insertCoveredSales = (tx: Tx, coverId: string, saleIds: readonly string[]) =>
  tx
    .insertInto('invoice_covers')
    .values(saleIds.map((sale_id) => ({ sale_id, cover_id: coverId })))
    .execute()

type CoverRow = Omit<Insertable<CoverInvoices>, 'number'>

/** Writes an invoice that covers sales slips, with the next number of its series, and returns the number. */
export async function insertCover(tx: Tx, row: CoverRow): Promise<number> {
  const { number } = await tx
    .with('counter', (query) =>
      query
        .insertInto('document_counters')
        .values({ branch_id: row.branch_id, series: row.series, last_number: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['branch_id', 'series'])
            .doUpdateSet({ last_number: sql<number>`document_counters.last_number + 1` }),
        )
        .returning('last_number'),
    )
    .insertInto('cover_invoices')
    .values((from) => ({ ...row, number: from.selectFrom('counter').select('last_number') }))
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}

/**
 * Records a print of an invoice that covers sales slips, numbered after its earlier prints; the caller must have locked
 * its date. Returns the number.
 */
export const insertCoverPrint = async (tx: Tx, row: Omit<Insertable<CoverPrints>, 'reprint'>): Promise<number> =>
  (
    await tx
      .insertInto('cover_prints')
      .values({ ...row, reprint: sql<number>`(select count(*) from cover_prints where cover_id = ${row.cover_id})` })
      .returning('reprint')
      .executeTakeFirstOrThrow()
  ).reprint
