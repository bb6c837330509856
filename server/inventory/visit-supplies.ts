import { invalid } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import type { SentSupply, ServiceSupply } from '#shared/catalogue/supplies-contract.ts'
import { suppliesMessages as s } from '#shared/catalogue/supplies-messages.ts'
import { MAX_STOCK, roundAmount, splitByExpiry, splitByReturn, type BatchPart } from '#shared/inventory/movement.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import { presentBatch } from './read-stock.ts'
import { recordMovement } from './record-movement.ts'
import * as stockViews from './stock-views.ts'
import * as suppliesQueries from './supplies-queries.ts'
import type { LockedProduct } from './supplies-queries.ts'

/**
 * How much of a product a visit has used. `expired_batch` is set if the unexpired pieces did not suffice and an expired
 * batch was left alone.
 */
type UsedSupply = ServiceSupply & {
  balance: number
  expired_batch: { code: string | null; expires_on: CivilDate } | null
}

type Moved = { appointmentId: string; kind: 'use' | 'return'; parts: readonly BatchPart[] }

/** Records a movement of a visit and saves the new stock, which it returns. */
async function moveForVisit(
  context: Context<Principal>,
  product: LockedProduct,
  { kind, parts, appointmentId }: Moved,
) {
  const { quantity } = await recordMovement(context, product, { kind, parts, reason: null, appointmentId })
  await queries.updateProduct(context.tx, product.id, { quantity, updated_at: context.now })
  return quantity
}

/**
 * Takes an amount of a product from the batches that have not expired, the first to expire first. The rest is taken
 * from the pieces without a batch, so that their number can become negative. Expired batches are not used, because
 * nobody can be asked here to agree to it; the screen shows the missing stock.
 */
async function takeSupply(
  context: Context<Principal>,
  appointmentId: string,
  product: LockedProduct,
  amount: number,
): Promise<UsedSupply> {
  const batches = (await stockViews.batchesOf(context.tx, product.id)).map((batch) => presentBatch(batch, context.now))
  const parts = splitByExpiry(
    amount,
    batches.filter(({ is_expired }) => !is_expired),
  )
  const balance = await moveForVisit(context, product, { appointmentId, kind: 'use', parts })
  const inBatches = batches.reduce((sum, { quantity }) => sum + quantity, 0)
  const taken = parts.find(({ batch_id }) => batch_id === null)?.amount ?? 0
  const isMissing = taken < 0 && roundAmount(product.quantity - inBatches + taken) < 0
  const expired = batches.find(({ is_expired, quantity }) => is_expired && quantity > 0)
  return {
    product_id: product.id,
    product_name: product.name,
    unit_type: product.unit_type,
    amount,
    balance,
    expired_batch: isMissing && expired?.expires_on ? { code: expired.code, expires_on: expired.expires_on } : null,
  }
}

/**
 * Takes from the stock what the services of a completed visit use up, and returns what was taken. Missing stock does
 * not stop a visit: the stock becomes negative, down to the lowest number that a product can have.
 */
export async function takeSupplies(
  context: Context<Principal>,
  appointmentId: string,
  serviceIds: readonly string[],
): Promise<UsedSupply[]> {
  const products = new Map<string, LockedProduct & { amount: number }>()
  for (const row of await suppliesQueries.lockSuppliesOf(context.tx, serviceIds)) {
    const before = products.get(row.id)?.amount ?? 0
    products.set(row.id, { ...row, amount: roundAmount(before + row.amount) })
  }
  const used: UsedSupply[] = []
  for (const product of products.values()) {
    const amount = Math.min(product.amount, roundAmount(product.quantity + MAX_STOCK))
    if (amount > 0) used.push(await takeSupply(context, appointmentId, product, amount))
  }
  return used
}

const amountIn = (parts: readonly BatchPart[]): number =>
  roundAmount(parts.reduce((sum, { amount }) => sum - amount, 0))

/**
 * Changes what a visit has used to the given amounts and returns the products whose amount has grown. Pieces come back
 * to the batches that they were taken from. Throws a 422 for a deleted product. The caller has locked the visit.
 */
export async function correctSupplies(
  context: Context<Principal>,
  appointmentId: string,
  supplies: readonly SentSupply[],
): Promise<UsedSupply[]> {
  const wanted = new Map(supplies.map(({ product_id, amount }) => [product_id, amount]))
  const products = await suppliesQueries.lockProductsOfVisit(context.tx, appointmentId, [...wanted.keys()])
  if (supplies.some(({ product_id }) => products.every(({ id }) => id !== product_id)))
    throw invalid('supplies', s.productGone)
  const taken = await stockViews.takenByVisit(context.tx, appointmentId)
  const used: UsedSupply[] = []
  for (const product of products) {
    const parts = taken.filter(({ product_id }) => product_id === product.id)
    const more = roundAmount((wanted.get(product.id) ?? 0) - amountIn(parts))
    if (Math.abs(product.quantity - more) > MAX_STOCK) throw invalid('supplies', s.tooMuch(product.name))
    if (more > 0) used.push(await takeSupply(context, appointmentId, product, more))
    if (more < 0)
      await moveForVisit(context, product, { appointmentId, kind: 'return', parts: splitByReturn(-more, parts) })
  }
  return used
}

/** What a visit has used, and the version that a correction must name. */
export async function readVisitSupplies(
  { tx }: ReadContext,
  appointmentId: string,
): Promise<{ version: number; supplies: ServiceSupply[] }> {
  const version = await stockViews.countMovementsOfVisit(tx, appointmentId)
  return { version, supplies: await stockViews.suppliesUsedBy(tx, appointmentId) }
}
