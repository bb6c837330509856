/**
 * The change of `latest` over `before` in percent, with at most 2 decimals; 0 when `before` is zero or negative (after
 * voids).
 */
export function growthRate(latest: number, before: number): number {
  if (before <= 0) return 0
  const rate = Math.round(((latest - before) / before) * 10_000) / 100
  return rate === 0 ? 0 : rate
}
