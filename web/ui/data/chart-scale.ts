/** Steps that read well, as shares of a power of ten. */
const nice = [1, 2, 2.5, 5, 10]
const MOST_STEPS = 5

/** The marks of a chart's axis, from zero by even, round steps of at least 1 to the first that the highest bar does not pass. */
export function axisTicks(max: number): number[] {
  if (max <= 0) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(max / MOST_STEPS))
  const step = Math.max(1, (nice.find((one) => one * power * MOST_STEPS >= max) ?? 10) * power)
  const steps = Math.ceil(max / step)
  return Array.from({ length: steps + 1 }, (_, n) => n * step)
}
