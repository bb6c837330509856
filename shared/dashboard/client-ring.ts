/**
 * The filled part of the ring chart, from 0 to 100: this month's clients in percent of last month's. If last month had
 * no clients, one is assumed, so that nothing is divided by zero.
 */
export const ringPercent = (thisMonth: number, lastMonth: number): number =>
  Math.min(100, (thisMonth / Math.max(1, lastMonth)) * 100)
