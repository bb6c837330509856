/** The part of the client ring that is filled: this month over last month, 0 to 100; last month counts as 1 if zero. */
export const ringPercent = (thisMonth: number, lastMonth: number): number =>
  Math.min(100, (thisMonth / Math.max(1, lastMonth)) * 100)
