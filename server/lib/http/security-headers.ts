import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestRefusals } from '#shared/lib/messages.ts'
import { AppError } from '#server/lib/app-error.ts'

/**
 * The Content-Security-Policy of a page; `styleHashes` (`'sha256-…'`) allow the style sheets that the build has
 * inlined, and `frameHosts` are the origins of the websites that may show the page in a frame.
 */
export const contentSecurityPolicy = (
  styleHashes: readonly string[] = [],
  frameHosts: readonly string[] = [],
): string =>
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
    `frame-ancestors ${frameHosts.length > 0 ? frameHosts.join(' ') : `'none'`}`,
  ].join('; ')

const common = {
  'content-security-policy': contentSecurityPolicy(),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(self), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), fullscreen=(self)',
}

// HSTS does not include subdomains, because other sites may exist under the clinic's domain.
const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * Sets the security headers of a response. HSTS is sent only if the request came over https (`request.protocol` only
 * trusts a configured proxy), because browsers ignore it over plain http.
 */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(common)
  if (request.protocol === 'https') void reply.header('strict-transport-security', STRICT_TRANSPORT)
  // No cache stores a response of the API, because it may contain personal data; handlers of public data set another
  // header.
  if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store')
}

/** A host name or address with an optional port. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i

/**
 * Refuses a malformed Host header. Hosts other than PUBLIC_URL are allowed, because probes and the clinic's network use
 * addresses. No link or cookie is made from the host; the Origin check compares it with the page's origin.
 */
function refuseBrokenHost(request: FastifyRequest): void {
  if (!HOST.test(request.host)) throw new AppError('broken_request', requestRefusals.unreadable)
}

/**
 * Adds the headers to every response, including errors; handlers may override them. Must be registered before hooks
 * that can refuse a request, together with Fastify's `frameworkErrors: handleFrameworkError` for errors before routing.
 */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(request, reply)
    refuseBrokenHost(request)
  })
}

/** Security headers of a response written directly to the socket, before any request was parsed. */
export const rawSecurityHeaders: Readonly<Record<string, string>> = { ...common, 'cache-control': 'no-store' }
