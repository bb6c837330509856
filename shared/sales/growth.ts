/**
 * Percent change of the latest over the one before, with at most 2 decimals. 0 when there is nothing to compare with:
 * the one before was zero (or, after a voided sale, below it).
 */
export function growthRate(latest: number, before: number): number {
  if (before <= 0) return 0
  const rate = Math.round(((latest - before) / before) * 10_000) / 100
  return rate === 0 ? 0 : rate
}
