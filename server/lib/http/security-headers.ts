import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callMessages } from '#shared/lib/call-messages.ts'
import { AppError } from '#server/lib/app-error.ts'
import { handleError } from './error-handler.ts'

const policy = (styleHashes: readonly string[]): string =>
  [
    `default-src 'self'`,
    `script-src 'self'`,
    ['style-src', `'self'`, ...styleHashes].join(' '),
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')

/** The policy of a page; `styleHashes` (`'sha256-…'`) allow the style sheets that the build wrote into it. */
export const contentSecurityPolicy = (styleHashes: readonly string[] = []): string => policy(styleHashes)

const common = {
  'content-security-policy': policy([]),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), fullscreen=(self)',
}

// Without includeSubDomains: what else stands under the clinic's domain is not ours to decide.
const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * Puts the security headers on an answer. HSTS only when the request came over https (`request.protocol` believes a
 * proxy only when it is trusted): over plain http, on a clinic's own network, it would mean nothing.
 */
function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(common)
  if (request.protocol === 'https') void reply.header('strict-transport-security', STRICT_TRANSPORT)
  // Answers of the API are personal unless a handler says otherwise.
  if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store')
}

/** A name or an address, and a port. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i

/**
 * Refuses a host that is none. Any other passes, also one that is not in PUBLIC_URL: probes and the clinic's own network
 * use addresses. No link and no cookie is made from it; the Origin check holds it against the page's origin.
 */
function refuseBrokenHost(request: FastifyRequest): void {
  if (!HOST.test(request.host)) throw new AppError('broken_request', callMessages.unreadable)
}

/**
 * Every answer carries the headers, errors and errors too; handlers may set a header again. Register before any
 * hook that can refuse, and give Fastify `frameworkErrors: answerFrameworkError` for what fails before routing.
 */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(request, reply)
    refuseBrokenHost(request)
  })
}

/** The headers of an answer that is written by hand, before there is a request: nobody knows what was asked for. */
export const rawSecurityHeaders: Readonly<Record<string, string>> = { ...common, 'cache-control': 'no-store' }

/** For Fastify's `frameworkErrors`: an address that cannot be decoded reaches no hook. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  setSecurityHeaders(request, reply)
  void handleError(error, request, reply)
}
