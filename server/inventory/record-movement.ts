import type { Context, Principal } from '#server/lib/context.ts'
import { type BatchPart, roundAmount, splitByExpiry, type StockMovementKind } from '#shared/inventory/movement.ts'
import * as stockQueries from './stock-queries.ts'
import * as stockViews from './stock-views.ts'

type Movement = {
  kind: StockMovementKind
  parts: readonly BatchPart[]
  reason: string | null
  unitCostCentavos?: number | null
  supplier?: string | null
  /** The sale that takes the pieces, or whose void or refund puts them back. */
  saleId?: string | null
  /** The visit that used the pieces, or gives them back. */
  appointmentId?: string | null
}

/**
 * Records a movement of a product, one row for each batch, and returns the number of its first row and the new stock.
 * The caller has locked the product and saves the new stock in its row.
 */
export async function recordMovement(
  { tx, branchId, now, user }: Context<Principal>,
  product: { id: string; quantity: number },
  { kind, parts, reason, unitCostCentavos = null, supplier = null, saleId = null, appointmentId = null }: Movement,
): Promise<{ first: number; quantity: number }> {
  if (parts.length === 0) return { first: 0, quantity: product.quantity }
  const first = (await stockViews.lastMovementNumber(tx, product.id)) + 1
  let balance = product.quantity
  const rows = parts.map(({ batch_id, amount }, index) => {
    balance = roundAmount(balance + amount)
    return {
      product_id: product.id,
      number: first + index,
      branch_id: branchId,
      batch_id,
      kind,
      amount,
      balance,
      unit_cost_centavos: unitCostCentavos,
      supplier,
      reason,
      sale_id: saleId,
      appointment_id: appointmentId,
      moved_at: now,
      moved_by: user.id,
      moved_by_name: user.name,
    }
  })
  for (const { batch_id, amount } of parts)
    if (batch_id !== null) await stockQueries.changeBatchQuantity(tx, batch_id, amount)
  await stockQueries.insertMovements(tx, rows)
  return { first, quantity: balance }
}

/** Records a difference of a stock as an adjustment. Missing pieces are taken from the batch that expires first. */
export async function recordAdjustment(
  context: Context<Principal>,
  row: { id: string; quantity: number },
  { difference, reason }: { difference: number; reason: string | null },
): Promise<void> {
  if (difference === 0) return
  const parts =
    difference > 0
      ? [{ batch_id: null, amount: difference }]
      : splitByExpiry(-difference, await stockViews.batchesOf(context.tx, row.id))
  await recordMovement(context, row, { kind: 'adjust', parts, reason })
}
