import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry, type Histogram } from 'prom-client'

const NAME = 'mutya_http_request_duration_seconds'
const HELP = 'Answers by route, method and class of status, with their latency.'
const BUCKETS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000]

type Cell = { count: number; sumMs: number; buckets: number[] }
type Value = { metricName: string; labels: Record<string, string | number>; value: number }

/** Records the latencies of one route and method. */
type Latencies = { observe: (status: number, ms: number) => void }

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
function latencyHistogram(register: Registry) {
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

/** The event stream stays open for half an hour, so its duration is not recorded as a latency. */
const STREAM = '/api/events'
/** All unknown routes share one label, however many paths are tried. */
const UNKNOWN = 'unknown'
/** Other methods (such as PROPFIND) share one label. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type Done = () => void
type Hook = (request: FastifyRequest, reply: FastifyReply, done: Done) => void

/** Counts bookings, failed log-ins and rate-limited requests, which are recognised by route and status. */
function kindsOf(register: Registry) {
  const counter = (name: string, help: string) => new Counter({ name, help, registers: [register] })
  const bookings = counter('mutya_bookings_total', 'Appointments booked through this process.')
  const failedLogIns = counter('mutya_failed_log_ins_total', 'Log-ins refused for a wrong e-mail or password.')
  const limited = counter('mutya_rate_limited_total', 'Requests refused because there were too many.')
  return (route: string) => (status: number) => {
    if (status === 429) limited.inc()
    else if (status === 201 && route === 'POST /api/store-appointments') bookings.inc()
    else if (status === 401 && route === 'POST /api/login') failedLogIns.inc()
  }
}

type Counting = { latencies: Latencies; countKinds: (status: number) => void }

const counting =
  (ofMethod: ReadonlyMap<string, Counting>): Hook =>
  (request, reply, done) => {
    const { latencies, countKinds } = ofMethod.get(request.method)!
    latencies.observe(reply.statusCode, reply.elapsedTime)
    if (reply.statusCode > 200) countKinds(reply.statusCode)
    done()
  }

/**
 * Counts every response by route, method and status class, with its latency. Bookings, failed log-ins and rate-limited
 * requests have counters of their own. Labels are route patterns, never paths, whose ids would create endless series.
 * Counters are created when a route is registered, so a response needs no lookup.
 */
export function countRequests(app: FastifyInstance, register: Registry): void {
  const { latenciesOf } = latencyHistogram(register)
  const kinds = kindsOf(register)
  app.addHook('onRoute', (route) => {
    if (route.url === STREAM) return
    const ofMethod = [route.method]
      .flat()
      .map((method): [string, Counting] => [
        method,
        { latencies: latenciesOf(route.url, method), countKinds: kinds(`${method} ${route.url}`) },
      ])
    route.onResponse = [...[route.onResponse ?? []].flat(), counting(new Map(ofMethod))]
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) {
      const method = METHODS.has(request.method) ? request.method : 'other'
      latenciesOf(UNKNOWN, method).observe(reply.statusCode, reply.elapsedTime)
    }
    done()
  })
}
