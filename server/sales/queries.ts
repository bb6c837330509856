import { sql, type Insertable, type Selectable } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { ReceiptPrints, SaleAddOns, SaleCustomers, SaleLines, Sales } from '#server/db/schema.ts'

export type SaleRow = Selectable<Sales>
export type SaleLineRow = Selectable<SaleLines>
export type SaleAddOnRow = Selectable<SaleAddOns>

type SaleParts = {
  customer: Insertable<SaleCustomers>
  lines: Insertable<SaleLines>[]
  addOns: Insertable<SaleAddOns>[]
}

/** What belongs to a sale, in one statement; the sale's own row follows. */
export async function insertParts(tx: Tx, { customer, lines, addOns }: SaleParts): Promise<void> {
  const withCustomer = tx.with('customer', (query) => query.insertInto('sale_customers').values(customer))
  if (addOns.length === 0) await withCustomer.insertInto('sale_lines').values(lines).execute()
  else
    await withCustomer
      .with('lines', (query) => query.insertInto('sale_lines').values(lines))
      .insertInto('sale_add_ons')
      .values(addOns)
      .execute()
}

/** Fails on `appointment_payments__once` when the appointment was paid meanwhile. */
export const insertAppointmentPayment = (tx: Tx, row: { appointment_id: string; sale_id: string }) =>
  tx.insertInto('appointment_payments').values(row).execute()

/** False when the reference number was used before for this method; waits for a sale that is just using it. */
export async function takeReference(
  tx: Tx,
  row: { payment_method: string; reference_key: string; sale_id: string },
): Promise<boolean> {
  const taken = await tx
    .insertInto('payment_references')
    .values(row)
    .onConflict((conflict) => conflict.constraint('payment_references__once').doNothing())
    .returning('sale_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** The receipt on which a reference number stands already. */
export const receiptOfReference = (tx: ReadTx, method: string, key: string) =>
  tx
    .selectFrom('payment_references')
    .innerJoin('sales', 'sales.id', 'payment_references.sale_id')
    .select('sales.receipt_number')
    .where('payment_references.payment_method', '=', method)
    .where('payment_references.reference_key', '=', key)
    .executeTakeFirstOrThrow()

/**
 * Takes the next receipt number, adds the sale to its day's total and writes its row: one statement, the last but for
 * the log, because every other sale waits for the counter until this one is committed. Returns the number.
 */
export async function insertSale(tx: Tx, row: Omit<SaleRow, 'receipt_number'>): Promise<number> {
  const written = await tx
    .with('counter', (query) =>
      query
        .updateTable('receipt_counter')
        .set({ last_number: sql<number>`last_number + 1` })
        .returning('last_number'),
    )
    .with('day', (query) =>
      query
        .insertInto('daily_sales')
        .values({ business_date: row.business_date, total_centavos: row.total_centavos, transaction_count: 1 })
        .onConflict((conflict) =>
          conflict.column('business_date').doUpdateSet({
            total_centavos: sql<number>`daily_sales.total_centavos + excluded.total_centavos`,
            transaction_count: sql<number>`daily_sales.transaction_count + 1`,
          }),
        ),
    )
    .insertInto('sales')
    .values((from) => ({ ...row, receipt_number: from.selectFrom('counter').select('last_number') }))
    .returning('receipt_number')
    .executeTakeFirstOrThrow()
  return written.receipt_number
}

export const insertPrint = (tx: Tx, row: Insertable<ReceiptPrints>) =>
  tx.insertInto('receipt_prints').values(row).execute()
