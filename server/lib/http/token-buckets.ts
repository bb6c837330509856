/** A burst of this many at once, then this many per second. */
export type Rate = { perSecond: number; burst: number }

type Bucket = { tokens: number; at: number }

/** The key unseen for longest is dropped first, so that a flood from many addresses cannot fill the memory. */
const MOST_KEYS = 10_000

/**
 * Token buckets by key in this process's memory, against floods, for which counting in the database would be too
 * expensive. Exact limits shared by all processes are in the database (`rate-windows.ts`).
 */
export class TokenBuckets {
  readonly #rate: Rate
  readonly #mostKeys: number
  readonly #buckets = new Map<string, Bucket>()

  constructor(rate: Rate, mostKeys = MOST_KEYS) {
    this.#rate = rate
    this.#mostKeys = mostKeys
  }

  /**
   * Takes a token of `key` at `now` (milliseconds). Returns 0, or after how many seconds (at least 1) there will be
   * one.
   */
  take(key: string, now = performance.now()): number {
    const { perSecond, burst } = this.#rate
    const { tokens, at } = this.#buckets.get(key) ?? { tokens: burst, at: now }
    const filled = Math.min(burst, tokens + ((now - at) / 1000) * perSecond)
    // Inserting the key again moves it to the end, so the map's first key is the one unseen for longest.
    this.#buckets.delete(key)
    this.#buckets.set(key, { tokens: filled >= 1 ? filled - 1 : filled, at: now })
    if (this.#buckets.size > this.#mostKeys) this.#buckets.delete(this.#buckets.keys().next().value!)
    return filled >= 1 ? 0 : Math.ceil((1 - filled) / perSecond)
  }

  get size(): number {
    return this.#buckets.size
  }
}
