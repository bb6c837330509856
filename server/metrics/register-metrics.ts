import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { AppError } from '#server/lib/app-error.ts'
import { callMessages } from '#shared/lib/call-messages.ts'
import { addClinicMetrics, type ClinicMetricsOptions } from './clinic-metrics.ts'
import { countRequests } from './request-metrics.ts'

type MetricsOptions = ClinicMetricsOptions & {
  /** What a scraper brings; without it only this machine may look. */
  token?: string | undefined
}

const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address)
const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i
/** What a proxy adds: behind one, whoever asks is not on this machine, whatever address the connection has. */
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

/** Others are told that there is nothing, or, where a token is configured, that they need one. */
function admit(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined && !isLocal(request)) throw new AppError('not_found', callMessages.notFound)
  if (token !== undefined && !hasToken(request, token))
    throw new AppError('unauthenticated', callMessages.authenticationRequired)
}

/**
 * `GET /metrics` in Prometheus' text format. Called before the routes, because it counts their answers. For this machine
 * alone, or with a token for whoever brings it.
 */
export function registerMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const register = new Registry()
  let watched = false
  countRequests(app, register)
  addClinicMetrics(register, options)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    admit(request, options.token)
    // The process is watched from the first look on: nobody pays for what nobody reads.
    if (!watched) collectDefaultMetrics({ register })
    watched = true
    void reply.header('cache-control', 'no-store').type(register.contentType)
    return reply.send(await register.metrics())
  })
}
