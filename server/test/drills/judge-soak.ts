/**
 * The state of the app at one moment of a soak test. `heapMb` is the memory in use after a garbage collection, and
 * `buffersMb` the memory that buffers use outside of the heap.
 */
export type Sample = {
  minute: number
  heapMb: number
  buffersMb: number
  rssMb: number
  descriptors: number
  connections: number
}
export const TASKS = ['book and cancel', 'sell', 'read two lists'] as const
export type Answered = { task: (typeof TASKS)[number]; minute: number; ms: number; status: number }

/** The slope, per hour, of the line that fits the points best. */
function slopeAnHour(points: readonly { minute: number; value: number }[]): number {
  const mean = (of: (point: { minute: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(({ minute }) => minute), mean(({ value }) => value)]
  const covariance = mean(({ minute, value }) => (minute - x) * (value - y))
  const variance = mean(({ minute }) => (minute - x) ** 2)
  return variance === 0 ? 0 : (60 * covariance) / variance
}

/** The value below which this share of the values lies. */
function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
const medianOf = (values: readonly number[]) => quantileOf(values, 0.5)
const timesOf = (answers: readonly Answered[]) => answers.map(({ ms }) => ms)
const p99Of = (answers: readonly Answered[]) => quantileOf(timesOf(answers), 0.99)

/**
 * Computes from the samples and responses of a soak test how much its memory, descriptors and connections have grown,
 * and how its response times have changed. The samples of the first sixth are ignored, because the app still warms up:
 * ten minutes of an hour.
 */
export function judgeSoak(samples: readonly Sample[], answers: readonly Answered[], minutes: number) {
  const warm = samples.filter(({ minute }) => minute >= minutes / 6)
  const slope = (of: (sample: Sample) => number) =>
    slopeAnHour(warm.map((sample) => ({ minute: sample.minute, value: of(sample) })))
  const half = Math.floor(warm.length / 2)
  /** Returns how much a figure of the samples is higher in the second half than in the first. */
  const grown = (of: (sample: Sample) => number, figureOf: (values: number[]) => number) =>
    figureOf(warm.slice(half).map(of)) - figureOf(warm.slice(0, half).map(of))
  const highestOf = (values: readonly number[]) => Math.max(...values)
  const part = Math.min(5, minutes / 4)
  const first = answers.filter(({ minute }) => minute < part)
  const last = answers.filter(({ minute }) => minute >= minutes - part)
  return {
    heapMbAnHour: slope(({ heapMb }) => heapMb),
    buffersMbAnHour: slope(({ buffersMb }) => buffersMb),
    // The memory of the process rises and falls by 25 MB, because the system gets unused memory back only now and then.
    // A line through such samples rises or falls by chance, but a leak raises the highest of them.
    morePeakMb: grown(({ rssMb }) => rssMb, highestOf),
    // The database pool opens connections when many requests arrive at once, and closes an unused connection after ten
    // seconds, so the highest number of open connections depends on chance. Leaked connections stay open, so they raise
    // the median.
    moreDescriptors: grown(({ descriptors }) => descriptors, medianOf),
    moreConnections: grown(({ connections }) => connections, medianOf),
    mostConnections: highestOf(warm.map(({ connections }) => connections)),
    firstMedian: medianOf(timesOf(first)),
    lastMedian: medianOf(timesOf(last)),
    firstP99: p99Of(first),
    lastP99: p99Of(last),
    byTask: TASKS.map((task) => ({
      task,
      firstP99: p99Of(first.filter((answer) => answer.task === task)),
      lastP99: p99Of(last.filter((answer) => answer.task === task)),
    })),
    errors: answers.filter(({ status }) => status >= 500 || status === 0).length,
  }
}
