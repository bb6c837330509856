import '@fastify/cookie'
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { CSRF_COOKIE, TOKEN_COOKIE } from '#server/lib/http/authorize.ts'

export type CookieOptions = {
  /** How long a log-in lasts, in hours. */
  sessionHours: number
  /** The address people use; https there means https here, whatever the proxy in between speaks. */
  publicUrl?: string | undefined
}

const newCsrfToken = () => randomBytes(24).toString('base64url')
const isCsrfToken = (value: string | undefined) => value !== undefined && /^[\w-]{32}$/.test(value)

/** `request.protocol` follows X-Forwarded-Proto only when it comes from the configured proxy. */
export const cookieAttributes = (reply: FastifyReply, { publicUrl }: CookieOptions) =>
  ({
    path: '/',
    sameSite: 'strict',
    secure: reply.request.protocol === 'https' || publicUrl?.startsWith('https:') === true,
  }) as const

const maxAge = ({ sessionHours }: CookieOptions) => sessionHours * 3600

/** Hands the browser its session, out of reach of scripts, and a new cross-site token beside it. */
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

/** Sets the readable cookie; one that is there stays, so that two tabs which ask at once do not disown each other. */
export function offerCsrfCookie(reply: FastifyReply, options: CookieOptions): void {
  const present = reply.request.cookies[CSRF_COOKIE]
  const token = present !== undefined && isCsrfToken(present) ? present : newCsrfToken()
  void reply.setCookie(CSRF_COOKIE, token, { ...cookieAttributes(reply, options), maxAge: maxAge(options) })
}
