import { AppError } from '#server/lib/app-error.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { inventoryMessages } from '#shared/inventory/messages.ts'
import { roundAmount } from '#shared/inventory/movement.ts'
import type { StockBatch, stockContract, StockMovement } from '#shared/inventory/stock-contract.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { isoInManila, manilaDate } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import { presentProduct } from './read-supplies.ts'
import * as stockViews from './stock-views.ts'
import * as views from './views.ts'

/** A batch can be used on its expiry date, and not after it. */
export const presentBatch = (row: stockViews.BatchRow, now: Date): StockBatch => ({
  ...row,
  is_expired: row.expires_on !== null && row.expires_on < manilaDate(now),
})

export const presentMovement = (row: stockViews.MovementRow): StockMovement => ({
  number: row.number,
  product_id: row.product_id,
  product_name: row.product_name,
  unit_type: row.unit_type,
  kind: row.kind,
  amount: row.amount,
  balance: row.balance,
  batch: row.batch_id === null ? null : { code: row.code, expires_on: row.expires_on },
  visit: row.visitor === null || row.visit_date === null ? null : { client: row.visitor, date: row.visit_date },
  unit_cost: row.unit_cost_centavos === null ? null : toPesos(row.unit_cost_centavos),
  supplier: row.supplier,
  reason: row.reason,
  moved_at: isoInManila(row.moved_at),
  moved_by: row.moved_by_name,
})

export async function listMovements(
  { tx, branchId }: ReadContext,
  query: stockViews.MovementQuery,
): Promise<Answer<typeof stockContract.movements>> {
  const { rows, total } = await stockViews.movementPage(tx, branchId, query)
  return { data: rows.map(presentMovement), total, page: query.page, per_page: query.per_page }
}

/** The stock of a product by batch, without batches that are used up. Throws a 404 for an unknown product. */
export async function readStock(
  { tx, branchId, now }: ReadContext,
  id: string,
): Promise<Answer<typeof stockContract.stock>> {
  const row = await views.findProduct(tx, id)
  if (!row) throw new AppError('not_found', inventoryMessages.productNotFound)
  const batches = (await stockViews.batchesOf(tx, id)).filter(({ quantity }) => quantity > 0)
  const inBatches = batches.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    data: presentProduct(row),
    batches: batches.map((batch) => presentBatch(batch, now)),
    without_batch: roundAmount(row.quantity - inBatches),
    suppliers: await stockViews.suppliersFor(tx, branchId, id),
    last_movement: await stockViews.lastMovementNumber(tx, id),
  }
}
