/**
 * How much of the ring is filled, 0 to 100: this month's clients in percent of last month's, which count as at least 1.
 */
export const ringPercent = (thisMonth: number, lastMonth: number): number =>
  Math.min(100, (thisMonth / Math.max(1, lastMonth)) * 100)
