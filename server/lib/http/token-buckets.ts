/** So many at once (`burst`), and from then on so many a second. */
export type Rate = { perSecond: number; burst: number }

type Bucket = { tokens: number; at: number }

/** Who was not seen for long is forgotten first, so that a flood from many addresses cannot fill the memory. */
const MOST_KEYS = 10_000

/**
 * Token buckets by key, in the memory of this process: for floods, where counting in the database would be a load of its
 * own. What must be exact, or the same in every process, is counted in the database (`rate-windows.ts`).
 */
export class TokenBuckets {
  readonly #rate: Rate
  readonly #mostKeys: number
  readonly #buckets = new Map<string, Bucket>()

  constructor(rate: Rate, mostKeys = MOST_KEYS) {
    this.#rate = rate
    this.#mostKeys = mostKeys
  }

  /** Takes a token of `key` at `now` (milliseconds). Answers 0, or in how many seconds (at least 1) there will be one. */
  take(key: string, now = performance.now()): number {
    const { perSecond, burst } = this.#rate
    const { tokens, at } = this.#buckets.get(key) ?? { tokens: burst, at: now }
    const filled = Math.min(burst, tokens + ((now - at) / 1000) * perSecond)
    // Set anew, the key moves to the end of the map: the first one is the one that was not seen for longest.
    this.#buckets.delete(key)
    this.#buckets.set(key, { tokens: filled >= 1 ? filled - 1 : filled, at: now })
    if (this.#buckets.size > this.#mostKeys) this.#buckets.delete(this.#buckets.keys().next().value!)
    return filled >= 1 ? 0 : Math.ceil((1 - filled) / perSecond)
  }

  get size(): number {
    return this.#buckets.size
  }
}
