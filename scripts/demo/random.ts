/** A repeatable random generator: the same seed makes the same clinic. */
export type Random = {
  /** A random number x with 0 ≤ x < 1. */
  next: () => number
  /** An integer from `low` to `high`, both included. */
  whole: (low: number, high: number) => number
  pick: <T>(list: readonly T[]) => T
  /** Returns a random entry of the list; an entry with a higher weight is more likely. */
  weighted: <T>(list: readonly (readonly [T, number])[]) => T
  chance: (probability: number) => boolean
}

/** Mulberry32, a small generator whose quality is ample for sample data. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(list: readonly T[]): T => list[whole(0, list.length - 1)]!
  const weighted = <T>(list: readonly (readonly [T, number])[]): T => {
    let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of list) if ((left -= weight) < 0) return value
    return list.at(-1)![0]
  }
  return { next, whole, pick, weighted, chance: (probability) => next() < probability }
}
