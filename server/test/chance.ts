/** For tests with random steps: a seeded generator of whole numbers below `most`. */
export function chance(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
}
