import '@fastify/cookie'
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiKeyMessages } from '#shared/api-keys/messages.ts'
import { API_KEY_PREFIX, isScope } from '#shared/api-keys/scopes.ts'
import type { Access } from '#shared/lib/endpoint.ts'
import { callMessages, requestRefusals } from '#shared/lib/messages.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Principal } from '#server/lib/context.ts'

export const TOKEN_COOKIE = 'access_token'
export const CSRF_COOKIE = 'csrf_token'
export const CSRF_HEADER = 'x-csrf-token'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every registered call, as `GET /api/…`; a test compares the access matrix with it. */
    apiRoutes: Set<string>
  }
  interface FastifySchema {
    /** Who may make the call, for the OpenAPI document. */
    'x-access'?: Access
  }
  interface FastifyContextConfig {
    access?: Access
    beforePasswordChoice?: true | undefined
    beforeSecondFactor?: true | undefined
    duringHandOver?: true | undefined
    sessionOnly?: true | undefined
    /** True for the pages that describe the API, which are not calls of the API themselves. */
    isDocumentation?: boolean
  }
  interface FastifyRequest {
    principal: Principal | null
    sessionToken: string | null
  }
}

type AuthorizationOptions = {
  /** Finds the caller to whom a session token or an API key belongs. Throws a 401 for an API key that does not work. */
  findPrincipal: (token: string, request: FastifyRequest) => Promise<Principal | null>
  /** The app's public address. If undefined, the host that a request names is taken for the app's own origin. */
  publicUrl?: string | undefined
}

type Credentials = { token: string; by: 'header' | 'cookie' } | null

/** If a request has an Authorization header, its cookie is ignored. */
function credentialsOf(request: FastifyRequest): Credentials {
  const header = request.headers.authorization
  if (header !== undefined) {
    const token = /^Bearer (\S+)$/i.exec(header)?.[1]
    return { token: token ?? '', by: 'header' }
  }
  const token = request.cookies[TOKEN_COOKIE]
  return token ? { token, by: 'cookie' } : null
}

/** The token of a request, not yet verified. */
export const tokenOf = (request: FastifyRequest): string | undefined => credentialsOf(request)?.token

const bearsApiKey = new RegExp(`^Bearer ${API_KEY_PREFIX}`, 'i')

/**
 * True if the request has an API key, valid or not. Cookies are not read, because some requests are refused before
 * their cookies are parsed.
 */
export const hasApiKey = ({ headers }: FastifyRequest): boolean => bearsApiKey.test(headers.authorization ?? '')

const isRead = (request: FastifyRequest) => request.method === 'GET' || request.method === 'HEAD'

/**
 * Refuses requests from pages of other sites, by Origin or else Sec-Fetch-Site. Clients other than browsers send
 * neither.
 */
function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin } = request.headers
  const home = publicUrl ? [new URL(publicUrl).origin] : [`http://${request.host}`, `https://${request.host}`]
  const site = request.headers['sec-fetch-site']
  const foreign = origin !== undefined ? !home.includes(origin) : site === 'cross-site' || site === 'same-site'
  if (foreign) throw new AppError('forbidden', requestRefusals.foreignOrigin)
}

/** Double-submit check: the header must repeat the CSRF token of the cookie. */
function requireCsrfToken(request: FastifyRequest): void {
  const cookie = Buffer.from(request.cookies[CSRF_COOKIE] ?? '')
  const header = Buffer.from(String(request.headers[CSRF_HEADER] ?? ''))
  const same = cookie.length > 0 && cookie.length === header.length && timingSafeEqual(cookie, header)
  if (!same) throw new AppError('forbidden', requestRefusals.noCsrfToken)
}

function requireAccess(user: Principal | null, access: Access, credentials: Credentials): void {
  if (access === 'public') return
  if (!credentials) throw new AppError('unauthenticated', requestRefusals.noToken)
  // The Authorization header contains no bearer token.
  if (credentials.token === '') throw new AppError('unauthenticated', requestRefusals.tokenMissing)
  if (!user) throw new AppError('unauthenticated', callMessages.authenticationRequired)
  if (access !== 'any-account' && !user.permissions.has(access))
    throw new AppError('forbidden', requestRefusals.notAllowed)
}

/** Refuses an API key that lacks the scope of the call, or whose call only a logged-in person can make. */
function requireScope({ permissions }: Principal, access: Access, sessionOnly: boolean): void {
  const isForPeople = sessionOnly || (access !== 'public' && !isScope(access))
  if (isForPeople) throw new AppError('forbidden', apiKeyMessages.peopleOnly)
  if (access !== 'public' && !permissions.has(access))
    throw new AppError('forbidden', apiKeyMessages.missingScope(access))
}

/** Refuses people who must first choose a password or set up a second factor, except for the calls that do this. */
function requireFinishedLogIn({ principal, routeOptions }: FastifyRequest): void {
  const { beforePasswordChoice, beforeSecondFactor } = routeOptions.config
  if (beforePasswordChoice) return
  if (principal?.must_set_password) throw new AppError('must_choose_password', callMessages.choosePassword)
  // During a tablet hand-over the client need not set up the staff member's second factor, which is set up afterwards.
  const mustSetUp = principal?.must_set_up_second_factor && !principal.hand_over_id
  if (mustSetUp && !beforeSecondFactor)
    throw new AppError('must_set_up_second_factor', requestRefusals.setUpSecondFactor)
}

async function admit(request: FastifyRequest, options: AuthorizationOptions): Promise<void> {
  const { access, duringHandOver, sessionOnly } = request.routeOptions.config
  if (!access) return
  const credentials = credentialsOf(request)
  if (!isRead(request) && credentials?.by !== 'header') refuseForeignOrigin(request, options.publicUrl)
  if (access === 'public' && isRead(request)) return
  request.sessionToken = credentials?.token ?? null
  request.principal = credentials ? await options.findPrincipal(credentials.token, request) : null
  // The session of a handed-over tablet is in the hands of a client, so it may do nothing that staff may do.
  if (request.principal?.hand_over_id && !duringHandOver) throw new AppError('handed_over', requestRefusals.handedOver)
  if (request.principal?.api_key_id) requireScope(request.principal, access, sessionOnly === true)
  requireAccess(request.principal, access, credentials)
  if (access !== 'public') requireFinishedLogIn(request)
  if (request.principal && !isRead(request) && credentials?.by === 'cookie') requireCsrfToken(request)
}

/**
 * Registers one hook that authorizes every call before its body is read. A route under `/api/` without declared access
 * stops the server from starting.
 */
export function addAuthorization(app: FastifyInstance, options: AuthorizationOptions): void {
  app.decorate('apiRoutes', new Set<string>())
  app.decorateRequest('principal', null)
  app.decorateRequest('sessionToken', null)
  app.addHook('onRoute', (route) => {
    if (!route.url.toLowerCase().startsWith('/api/')) return
    if (!route.config?.access) throw new Error(`${String(route.method)} ${route.url}: who may call it?`)
    if (route.config.isDocumentation) return
    const methods = [route.method].flat().filter((method) => method !== 'HEAD')
    for (const method of methods) app.apiRoutes.add(`${method} ${route.url}`)
  })
  app.addHook('onRequest', (request) => admit(request, options))
  // Cookies are for browsers; a program that kept one could later act with it instead of its key.
  app.addHook('onSend', async (request, reply) => {
    if (hasApiKey(request)) void reply.removeHeader('set-cookie')
  })
}
