import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { type BatchPart, MAX_STOCK, roundAmount, signedAmount, splitByExpiry } from '#shared/inventory/movement.ts'
import type { StockBatch, stockContract } from '#shared/inventory/stock-contract.ts'
import { stockMessages as s } from '#shared/inventory/stock-messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import * as queries from './queries.ts'
import { presentBatch, presentMovement } from './read-stock.ts'
import { recordMovement } from './record-movement.ts'
import { readProduct, requireProduct } from './require-product.ts'
import * as stockQueries from './stock-queries.ts'
import * as stockViews from './stock-views.ts'

type Entered = Parsed<typeof stockContract.move>['body']

/**
 * Returns the stock after a movement. Only a use may make the stock negative, because staff enter a use after the
 * pieces are used up.
 */
function quantityAfter(before: number, amount: number, { kind }: Entered): number {
  const after = roundAmount(before + amount)
  if (amount < 0 && after < 0 && kind !== 'use') throw invalid('amount', s.notThere(formatNumber(Math.max(0, before))))
  if (Math.abs(after) > MAX_STOCK) throw invalid('amount', s.tooMuch)
  return after
}

/** The id of the received batch, which is added unless the product has one with the same number and expiry date. */
async function receivedBatch({ tx }: Context, productId: string, entered: Entered, batches: readonly StockBatch[]) {
  const { code, expires_on = null } = entered
  if (code === null && expires_on === null) return null
  const sameCode = (other: string | null) => (other ?? '').toLowerCase() === (code ?? '').toLowerCase()
  const same = batches.find((batch) => sameCode(batch.code) && batch.expires_on === expires_on)
  if (same) return same.id
  const id = newId()
  await stockQueries.insertBatch(tx, { id, product_id: productId, code, expires_on, quantity: 0 })
  return id
}

/**
 * Returns how much of a movement belongs to each batch. Throws a 422 for an unknown batch, or for one with too few
 * pieces.
 */
async function partsOf(
  context: Context,
  productId: string,
  { entered, amount, batches }: { entered: Entered; amount: number; batches: readonly StockBatch[] },
): Promise<BatchPart[]> {
  const { kind, batch_id } = entered
  if (kind === 'receive') return [{ batch_id: await receivedBatch(context, productId, entered, batches), amount }]
  if (!batch_id) return amount > 0 ? [{ batch_id: null, amount }] : splitByExpiry(-amount, batches)
  const batch = batches.find(({ id }) => id === batch_id)
  if (!batch) throw invalid('batch_id', s.noSuchBatch)
  if (batch.quantity + amount < 0) throw invalid('amount', s.notThere(formatNumber(batch.quantity)))
  return [{ batch_id, amount }]
}

/**
 * Returns the name of the first expired batch that a use would take pieces from, or null. Throws a 409 with this batch
 * unless the caller has agreed to use expired pieces.
 */
function requireConsent({ kind, use_expired }: Entered, parts: readonly BatchPart[], batches: readonly StockBatch[]) {
  const expired = batches.find(({ id, is_expired }) => is_expired && parts.some(({ batch_id }) => batch_id === id))
  if (kind !== 'use' || !expired) return null
  const { code, expires_on } = expired
  const name = s.batchName(code, expires_on)
  if (!use_expired) throw new AppError('conflict', s.expiredBatch(name), { data: { code, expires_on } })
  return name
}

/**
 * Records that pieces of a product were received, used, discarded, returned or counted. Throws a 404 for an unknown
 * product, a 422 for too few pieces or an unknown batch, and a 409 for the use of an expired batch.
 */
export async function moveStock(
  context: Context<Principal>,
  id: string,
  entered: Entered,
): Promise<Answer<typeof stockContract.move>> {
  const { tx, now } = context
  const row = await requireProduct(context, id)
  const batches = (await stockViews.batchesOf(tx, id)).map((batch) => presentBatch(batch, now))
  const amount = signedAmount(entered.kind, entered.amount)
  quantityAfter(row.quantity, amount, entered)
  const parts = await partsOf(context, id, { entered, amount, batches })
  const expired = requireConsent(entered, parts, batches)
  const { kind, reason, unit_cost, supplier } = entered
  const unitCostCentavos = unit_cost == null ? null : toCentavos(unit_cost)
  const { first, quantity } = await recordMovement(context, row, { kind, parts, reason, unitCostCentavos, supplier })
  await queries.updateProduct(tx, id, { quantity, updated_at: now })
  await writeAuditLog(context, {
    type: 'inventory.stock.moved',
    subjectId: id,
    parameters: {
      name: row.name,
      kind,
      amount: entered.amount,
      balance: quantity,
      unit_type: row.unit_type,
      reason,
      expired_batch: expired,
      supplier,
    },
  })
  const moved = (await stockViews.movementsSince(tx, id, first)).map(presentMovement)
  return { data: await readProduct(context, id), moved }
}
