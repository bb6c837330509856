/** Why the stock of a product changes. */
export const STOCK_MOVEMENT_KINDS = ['receive', 'sale', 'use', 'adjust', 'waste', 'return'] as const
export type StockMovementKind = (typeof STOCK_MOVEMENT_KINDS)[number]

/** The kinds of stock movements that staff record by hand; the others follow from sales. */
export const ENTERED_KINDS = ['receive', 'use', 'waste', 'return', 'adjust'] as const satisfies StockMovementKind[]
export type EnteredKind = (typeof ENTERED_KINDS)[number]

/** True for the kinds of movements that are recorded only with a reason. */
export const needsReason = (kind: EnteredKind): boolean => kind === 'waste' || kind === 'adjust'

/** The largest stock of a product. */
export const MAX_STOCK = 999_999

/** Rounds an amount to three decimals, which removes errors of binary fractions. */
export const roundAmount = (amount: number): number => Math.round(amount * 1000) / 1000

/** True for an amount with at most three decimals, within the largest stock. */
export const isStockAmount = (amount: number): boolean =>
  Number.isFinite(amount) && Math.abs(amount) <= MAX_STOCK && Math.abs(amount - roundAmount(amount)) < 1e-9

/** The amount by which a movement changes the stock. Only for an adjustment do staff enter the sign themselves. */
export const signedAmount = (kind: EnteredKind, entered: number): number =>
  kind === 'use' || kind === 'waste' ? -entered : entered

/** Pieces of one batch; `id` is null for pieces without a batch, and `expires_on` for pieces that never expire. */
type BatchStock = { id: string | null; expires_on: string | null; quantity: number }

/** A part of a movement that belongs to one batch. */
export type BatchPart = { batch_id: string | null; amount: number }

/**
 * Splits an amount that leaves the shelf among the batches. The batch that expires first is used first. What the
 * batches do not have is taken from the pieces without a batch, whose number may become negative.
 */
export function splitByExpiry(taken: number, batches: readonly BatchStock[]): BatchPart[] {
  const inOrder = batches
    .filter(({ id, quantity }) => id !== null && quantity > 0)
    .toSorted((a, b) => (a.expires_on ?? '9999-12-31').localeCompare(b.expires_on ?? '9999-12-31'))
  const parts: BatchPart[] = []
  let rest = taken
  for (const { id, quantity } of inOrder) {
    const amount = Math.min(rest, quantity)
    if (amount > 0) parts.push({ batch_id: id, amount: -amount })
    rest = roundAmount(rest - amount)
  }
  if (rest > 0) parts.push({ batch_id: null, amount: -rest })
  return parts
}

/**
 * Splits a returned amount among the batches from which it was taken, beginning with the batch that was used last.
 * `taken` has the net amount of each batch, in the order in which they were used. A returned amount beyond all taken
 * amounts is ignored.
 */
export function splitByReturn(returned: number, taken: readonly BatchPart[]): BatchPart[] {
  const parts: BatchPart[] = []
  let rest = returned
  for (const { batch_id, amount } of taken.toReversed()) {
    const back = Math.min(rest, -amount)
    if (back > 0) parts.push({ batch_id, amount: back })
    rest = roundAmount(rest - Math.max(0, back))
  }
  return parts
}
