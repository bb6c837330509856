import { sql, type Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { StockBatches, StockMovements } from '#server/db/schema.ts'

// Callers lock the product's row before they use these queries, so that two transactions never change the batches and
// movements of one product at the same time.

export const insertMovements = (tx: Tx, rows: Insertable<StockMovements>[]) =>
  tx.insertInto('stock_movements').values(rows).execute()

export const insertBatch = (tx: Tx, row: Insertable<StockBatches>) =>
  tx.insertInto('stock_batches').values(row).execute()

export const changeBatchQuantity = (tx: Tx, id: string, amount: number) =>
  tx
    .updateTable('stock_batches')
    .set({ quantity: sql`quantity + ${amount}::numeric` })
    .where('id', '=', id)
    .execute()
