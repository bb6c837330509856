import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/** Fastify answers others too (PROPFIND …); as labels they are one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** Open for half an hour: no latency. */
const STREAM = '/api/events'

/** The pattern of the route, never the path: a path has ids in it, and anybody can make up new ones. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'unknown'

/** Counts every answer by route, method and class of status, with its latency, and what deserves a line of its own. */
export function countRequests(app: FastifyInstance, register: Registry): void {
  const registers = [register]
  const seconds = new Histogram({
    name: 'mutya_http_request_duration_seconds',
    help: 'Answers by route, method and class of status, with their latency.',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers,
  })
  const counter = (name: string, help: string) => new Counter({ name, help, registers })
  const bookings = counter('mutya_bookings_total', 'Appointments booked through this process.')
  const failedLogIns = counter('mutya_failed_log_ins_total', 'Log-ins refused for a wrong e-mail or password.')
  const limited = counter('mutya_rate_limited_total', 'Requests refused because there were too many.')

  const countKinds = (route: string, method: string, status: number) => {
    if (status === 429) limited.inc()
    else if (method === 'POST' && route === '/api/store-appointments' && status === 201) bookings.inc()
    else if (method === 'POST' && route === '/api/login' && status === 401) failedLogIns.inc()
  }

  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const route = routeOf(request)
    if (route !== STREAM || reply.statusCode >= 400) {
      const method = METHODS.has(request.method) ? request.method : 'other'
      const status = `${Math.floor(reply.statusCode / 100)}xx`
      seconds.observe({ route, method, status }, reply.elapsedTime / 1000)
      countKinds(route, method, reply.statusCode)
    }
    done()
  })
}
