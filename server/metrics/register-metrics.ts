import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { AppError } from '#server/lib/app-error.ts'
import { callMessages, requestRefusals } from '#shared/lib/messages.ts'
import { addClinicMetrics, type ClinicMetricsOptions } from './clinic-metrics.ts'
import { countRequests } from './request-metrics.ts'

type MetricsOptions = ClinicMetricsOptions & {
  /** The token that a scraper must send; if undefined, only this machine may read the metrics. */
  token?: string | undefined
}

const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address)
const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i
/** Headers that a proxy adds. With any of them the caller is not on this machine, whatever the connection's address. */
const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

const isLocal = (request: FastifyRequest) =>
  isLoopback(request.socket.remoteAddress ?? '') &&
  loopbackHost.test(request.headers.host ?? '') &&
  forwarded.every((name) => request.headers[name] === undefined)

const digest = (text: string) => createHash('sha256').update(text).digest()

function hasToken(request: FastifyRequest, token: string): boolean {
  const brought = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(brought), digest(token))
}

/** Throws a 401 if a token is configured and the request lacks it. Without a token, throws a 404 for other machines. */
function admit(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined && !isLocal(request)) throw new AppError('not_found', requestRefusals.notFound)
  if (token !== undefined && !hasToken(request, token))
    throw new AppError('unauthenticated', callMessages.authenticationRequired)
}

/**
 * `GET /metrics` in Prometheus' text format, for this machine only or with a token. Must be registered before the
 * routes, because it counts their responses.
 */
export function registerMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const register = new Registry()
  let watched = false
  countRequests(app, register)
  addClinicMetrics(register, options)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    admit(request, options.token)
    // Process metrics start with the first request, so that they cost nothing if nobody reads them.
    if (!watched) collectDefaultMetrics({ register })
    watched = true
    void reply.header('cache-control', 'no-store').type(register.contentType)
    return reply.send(await register.metrics())
  })
}
