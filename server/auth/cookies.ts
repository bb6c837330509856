import '@fastify/cookie'
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { CSRF_COOKIE, TOKEN_COOKIE } from '#server/lib/http/authorize.ts'

export type CookieOptions = {
  /** How long a log-in lasts, in hours. */
  sessionHours: number
  /**
   * The public address of the clinic. If it is https, cookies are secure even when the proxy talks http to this server.
   */
  publicUrl?: string | undefined
}

const newCsrfToken = () => randomBytes(24).toString('base64url')
const isCsrfToken = (value: string | undefined) => value !== undefined && /^[\w-]{32}$/.test(value)

/** `request.protocol` follows the header X-Forwarded-Proto only when the header comes from the configured proxy. */
export const cookieAttributes = (reply: FastifyReply, { publicUrl }: CookieOptions) =>
  ({
    path: '/',
    sameSite: 'strict',
    secure: reply.request.protocol === 'https' || publicUrl?.startsWith('https:') === true,
  }) as const

const maxAge = ({ sessionHours }: CookieOptions) => sessionHours * 3600

/** Sets the session cookie, which scripts cannot read, and a new CSRF token beside it. */
export function setSessionCookies(reply: FastifyReply, token: string, options: CookieOptions): void {
  const common = { ...cookieAttributes(reply, options), maxAge: maxAge(options) }
  void reply.setCookie(TOKEN_COOKIE, token, { ...common, httpOnly: true })
  void reply.setCookie(CSRF_COOKIE, newCsrfToken(), common)
}

export function clearSessionCookies(reply: FastifyReply, options: CookieOptions): void {
  const common = cookieAttributes(reply, options)
  void reply.clearCookie(TOKEN_COOKIE, { ...common, httpOnly: true })
  void reply.clearCookie(CSRF_COOKIE, common)
}

/**
 * Sets the CSRF cookie, which scripts can read, if there is none. An existing one stays, so that two tabs that load at
 * the same time do not invalidate each other's token.
 */
export function offerCsrfCookie(reply: FastifyReply, options: CookieOptions): void {
  const present = reply.request.cookies[CSRF_COOKIE]
  const token = present !== undefined && isCsrfToken(present) ? present : newCsrfToken()
  void reply.setCookie(CSRF_COOKIE, token, { ...cookieAttributes(reply, options), maxAge: maxAge(options) })
}
