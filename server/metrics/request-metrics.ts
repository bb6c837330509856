import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { latencyHistogram, type Latencies } from './latency-histogram.ts'

/** The event stream stays open for half an hour, which is no latency. */
const STREAM = '/api/events'
/** All unknown routes share one label, however many paths are tried. */
const UNKNOWN = 'unknown'
/** Other methods (such as PROPFIND) share one label. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type Done = () => void
type Hook = (request: FastifyRequest, reply: FastifyReply, done: Done) => void

/** Counters beside the latency, for the routes to which they apply. */
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
 * Counts every response by route, method and status class, with latency, and special events separately. Labels are
 * route patterns, never paths, whose ids would create endless series. Counters are created when a route is registered,
 * so a response needs no lookup.
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
