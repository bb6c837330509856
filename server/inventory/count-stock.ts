import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { MAX_STOCK, roundAmount } from '#shared/inventory/movement.ts'
import type { stockContract } from '#shared/inventory/stock-contract.ts'
import { stockMessages as s } from '#shared/inventory/stock-messages.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import * as queries from './queries.ts'
import { recordAdjustment } from './record-movement.ts'
import * as stockViews from './stock-views.ts'
import * as views from './views.ts'

type Count = Parsed<typeof stockContract.postCount>['body']
type Product = Awaited<ReturnType<typeof queries.lockProducts>>[number]

/** A locked product, and the amount by which its stock changes. */
type Difference = { row: Product; amount: number }

/**
 * The differences of the counted products that still exist. Sales, use and deliveries after the counting stay in the
 * stock, because each difference compares the count with the balance at the moment of counting. A product that was
 * adjusted after it was counted may have got the same difference by another count, so it must be counted again.
 */
async function differencesOf({ tx }: Context, lines: Count['lines']): Promise<Difference[]> {
  const rows = await queries.lockProducts(
    tx,
    lines.map(({ product_id }) => product_id),
  )
  const { rows: balances } = await stockViews.balancesAtCount(tx, lines)
  const atCount = new Map(balances.map((balance) => [balance.product_id, balance]))
  const outdated = rows.filter(({ id }) => atCount.get(id)!.is_adjusted)
  if (outdated.length > 0)
    throw new AppError('conflict', s.countAgain(outdated.map(({ name }) => name).join(', ')), {
      data: { product_ids: outdated.map(({ id }) => id) },
    })
  const counted = new Map(lines.map((line) => [line.product_id, line.counted]))
  return rows.map((row) => {
    const { balance } = atCount.get(row.id)!
    if (balance === null) throw invalid('lines', s.noSuchMovement)
    const amount = roundAmount(counted.get(row.id)! - balance)
    if (Math.abs(row.quantity + amount) > MAX_STOCK) throw invalid('lines', s.tooMuch)
    return { row, amount }
  })
}

/**
 * Adjusts the stock of counted products in one transaction. Deleted products are skipped. Throws a 409 for products
 * that were adjusted since they were counted, and changes nothing then.
 */
export async function postStockCount(
  context: Context<Principal>,
  { category_id, reason, lines }: Count,
): Promise<Answer<typeof stockContract.postCount>> {
  const { tx, now } = context
  const counted = await differencesOf(context, lines)
  const changed = counted.filter(({ amount }) => amount !== 0)
  for (const { row, amount } of changed) {
    await recordAdjustment(context, row, { difference: amount, reason })
    await queries.updateProduct(tx, row.id, { quantity: roundAmount(row.quantity + amount), updated_at: now })
  }
  const differences = changed.map(({ row: { id, name, unit_type, quantity }, amount }) => ({
    product_id: id,
    name,
    unit_type,
    amount,
    balance: roundAmount(quantity + amount),
  }))
  for (const { product_id, ...difference } of differences)
    await writeAuditLog(context, {
      type: 'inventory.stock.moved',
      subjectId: product_id,
      parameters: { ...difference, kind: 'adjust', reason, expired_batch: null },
    })
  const category = category_id === null ? null : await views.categoryName(tx, category_id)
  const parameters = { category, products: counted.length, differences: changed.length, reason }
  await writeAuditLog(context, { type: 'inventory.stock.counted', subjectId: null, parameters })
  return { counted: counted.length, differences }
}
