import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import { type BatchPart, roundAmount, splitByExpiry } from '#shared/inventory/movement.ts'
import * as queries from './queries.ts'
import { presentBatch } from './read-stock.ts'
import { recordMovement } from './record-movement.ts'
import * as stockViews from './stock-views.ts'

/** The quantity of each product of a sale, by the product's id. */
export type ProductCounts = ReadonlyMap<string, number>

/** Products are locked in the order of their ids, so that two sales of the same products never wait for each other. */
const inLockOrder = (counts: ProductCounts) => [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))

/**
 * Takes the pieces of a sale off the shelf, the first to expire first. A missing piece does not stop a sale: the stock
 * becomes negative. Pieces of expired batches stay on the shelf. Throws a 409 for a product that was deleted meanwhile.
 */
export async function takeSoldProducts(
  context: Context<Principal>,
  saleId: string,
  counts: ProductCounts,
): Promise<void> {
  const { tx, now } = context
  for (const [id, count] of inLockOrder(counts)) {
    const row = await queries.lockProduct(tx, id)
    if (!row) throw new AppError('conflict', s.productDeletedMeanwhile)
    const batches = (await stockViews.batchesOf(tx, id)).map((batch) => presentBatch(batch, now))
    const fresh = batches.filter(({ is_expired }) => !is_expired)
    const { quantity } = await recordMovement(context, row, {
      kind: 'sale',
      parts: splitByExpiry(count, fresh),
      reason: null,
      unitCostCentavos: row.cost_centavos,
      saleId,
    })
    await queries.updateProduct(tx, id, { quantity, updated_at: now })
  }
}

/** Divides returned pieces among the batches that the sale took them from. At most `count` pieces are returned. */
function partsBack(taken: readonly stockViews.TakenPieces[], count: number): BatchPart[] {
  let left = count
  const parts: BatchPart[] = []
  for (const { batch_id, quantity } of taken) {
    const amount = Math.min(left, quantity)
    if (amount > 0) parts.push({ batch_id, amount })
    left = roundAmount(left - amount)
  }
  return parts
}

/**
 * Puts pieces of a sale back on the shelf, into the batches they were taken from: the given pieces, or all that are not
 * back yet. Deleted products are skipped. The caller has locked the sale, so that no piece goes back twice.
 */
export async function returnSoldProducts(
  context: Context<Principal>,
  saleId: string,
  counts: ProductCounts | 'all',
): Promise<void> {
  const { tx, now } = context
  const taken = await stockViews.piecesTakenBy(tx, saleId)
  const wanted = counts === 'all' ? new Map(taken.map(({ product_id }) => [product_id, Infinity])) : counts
  for (const [id, count] of inLockOrder(wanted)) {
    const ofProduct = taken.filter(({ product_id }) => product_id === id)
    const parts = partsBack(ofProduct, count)
    const row = parts.length > 0 && (await queries.lockProduct(tx, id))
    if (!row) continue
    const { quantity } = await recordMovement(context, row, { kind: 'return', parts, reason: null, saleId })
    await queries.updateProduct(tx, id, { quantity, updated_at: now })
  }
}
