import { z } from 'zod'
import { roundAmount } from '#shared/inventory/movement.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { api } from '#web/lib/api.ts'
import { deviceStore } from '#web/lib/device-store.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { usePerson } from '#web/lib/session/session.ts'

const line = z.object({
  counted: z.number(),
  /** The stock at the moment of counting and the movement before it; null until the server has answered. */
  at: z.object({ balance: z.number(), movement: z.number() }).nullable(),
})

const stockCount = z.object({
  /** The id of the counted category; null for a count of all categories. */
  category_id: z.string().nullable(),
  /** The idempotency key with which the count is posted. When the count changes, it gets a new key. */
  key: z.string(),
  /** The counted products by their id. */
  lines: z.record(z.string(), line),
})
export type StockCount = z.output<typeof stockCount>
export type CountedLine = z.output<typeof line>

const counts = z.record(z.string(), stockCount)
type Counts = z.output<typeof counts>

function read(text: string | null): Counts {
  try {
    return counts.safeParse(JSON.parse(text ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

/**
 * The unfinished stock count of each user of this device. The device stores the count, so that a sleeping phone or a
 * closed page loses nothing; the server gets it when it is posted.
 */
const store = deviceStore('mutya.stock-counts', read)

/** Saves a user's count, or removes it. Returns whether the device stored it. */
function save(userId: string, count: StockCount | null): boolean {
  const { [userId]: _, ...others } = store.current()
  return store.set(count === null ? others : { ...others, [userId]: count })
}

function setLine(userId: string, productId: string, counted: CountedLine | null): void {
  const count = store.current()[userId]
  if (!count) return
  const { [productId]: _, ...others } = count.lines
  const lines = counted === null ? others : { ...others, [productId]: counted }
  save(userId, { ...count, key: newUuid(), lines })
}

/**
 * Saves a counted number, and then the product's stock at this moment. If the server does not answer, the number is
 * saved without the stock.
 */
async function recordCounted(userId: string, productId: string, counted: number): Promise<void> {
  setLine(userId, productId, { counted, at: null })
  try {
    const { data, last_movement } = await api(stockContract.stock, { params: { id: productId } })
    const present = store.current()[userId]?.lines[productId]
    // If another number was entered meanwhile, this stock is ignored, because the newer number has a request of its
    // own.
    if (present?.counted === counted)
      setLine(userId, productId, { counted, at: { balance: data.quantity, movement: last_movement } })
  } catch (error) {
    // The error is not shown here: the row of the product says that its stock is still missing, and offers to try
    // again.
    if (!(error instanceof ApiError)) throw error
  }
}

/** By how much the counted pieces differ from the stock at the moment of counting; null until that stock is known. */
export const differenceOf = ({ counted, at }: CountedLine): number | null =>
  at === null ? null : roundAmount(counted - at.balance)

/** The user's unfinished stock count on this device, and the functions that change it. */
export function useStockCount() {
  const { id } = usePerson()
  const count = store.use()[id] ?? null
  return {
    count,
    start: (category_id: string | null) => save(id, { category_id, key: newUuid(), lines: {} }),
    discard: () => save(id, null),
    record: (productId: string, counted: number) => recordCounted(id, productId, counted),
    forget: (productId: string) => setLine(id, productId, null),
  }
}
