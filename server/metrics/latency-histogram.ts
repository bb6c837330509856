import type { Histogram, Registry } from 'prom-client'

const NAME = 'mutya_http_request_duration_seconds'
const HELP = 'Answers by route, method and class of status, with their latency.'
const BUCKETS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000]

type Cell = { count: number; sumMs: number; buckets: number[] }
type Value = { metricName: string; labels: Record<string, string | number>; value: number }

/** Records the latencies of one route and method. */
export type Latencies = { observe: (status: number, ms: number) => void }

const newCell = (): Cell => ({ count: 0, sumMs: 0, buckets: BUCKETS_MS.map(() => 0) })

function valuesOf(cell: Cell, labels: Record<string, string>): Value[] {
  let below = 0
  const buckets = BUCKETS_MS.map((ms, index) => {
    below += cell.buckets[index]!
    return { metricName: `${NAME}_bucket`, labels: { le: ms / 1000, ...labels }, value: below }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_bucket`, labels: { le: '+Inf', ...labels }, value: cell.count },
    { metricName: `${NAME}_sum`, labels, value: cell.sumMs / 1000 },
    { metricName: `${NAME}_count`, labels, value: cell.count },
  ]
}

/**
 * The histogram of all responses. prom-client looks up labels on each observation; here counters are kept per route and
 * converted only when they are read.
 */
export function latencyHistogram(register: Registry) {
  const cells = new Map<string, { labels: Record<string, string>; cell: Cell }>()

  const cellOf = (route: string, method: string, status: string): Cell => {
    const key = `${method} ${status} ${route}`
    const known = cells.get(key)
    if (known) return known.cell
    const cell = newCell()
    cells.set(key, { labels: { route, method, status }, cell })
    return cell
  }

  const latenciesOf = (route: string, method: string): Latencies => {
    const byClass: (Cell | undefined)[] = []
    return {
      observe(status, ms) {
        const kind = Math.floor(status / 100)
        const cell = (byClass[kind] ??= cellOf(route, method, `${kind}xx`))
        cell.count++
        cell.sumMs += ms
        let index = 0
        while (index < BUCKETS_MS.length && ms > BUCKETS_MS[index]!) index++
        if (index < BUCKETS_MS.length) cell.buckets[index]!++
      },
    }
  }

  const read = async () => {
    const values = [...cells.values()].flatMap(({ cell, labels }) => valuesOf(cell, labels))
    return { name: NAME, help: HELP, type: 'histogram', values, aggregator: 'sum' }
  }
  register.registerMetric({ name: NAME, get: read } as unknown as Histogram)
  return { latenciesOf }
}
