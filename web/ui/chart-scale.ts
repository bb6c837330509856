const nice = [1, 1.5, 2, 3, 4, 5, 6, 8, 10]

/** The top of a chart's axis: the next round figure that three even steps lead to, at least 1. */
export function axisTop(max: number): number {
  if (max <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(max))
  const factor = nice.find((one) => one * power >= max) ?? 10
  return factor * power
}

/** Five ticks from zero to the top. */
export const axisTicks = (top: number): number[] => [0, 1, 2, 3, 4].map((step) => (top * step) / 4)
