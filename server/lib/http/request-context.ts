import '@fastify/cookie'
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { RequestContext } from '#server/lib/context.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { id } from '#shared/lib/fields.ts'

/** The cookie with the secret of this browser's slot reservation. */
export const RESERVATION_COOKIE = 'held_time'

const isUuid = (text: string) => id.safeParse(text).success

/** The hash of a slot reservation's secret, which is all the database stores. */
export const hashReservationSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A header's value; null when it is missing or sent more than once. */
export const headerOf = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

/** Makes the secret of a slot reservation from the key that a page has chosen, a UUID. */
export const secretOfBrowserKey = (key: string): string => key.replaceAll('-', '').toLowerCase()

/**
 * The secret of the slot reservation that a request is about; null if there is none. The header has priority over the
 * cookie: a page in a frame, where cookies are not available, sends it, and so does the page on which this booking
 * continues.
 */
export function reservationSecretOf(request: FastifyRequest): string | null {
  const header = headerOf(request, 'browser-key')
  if (header !== null && isUuid(header)) return secretOfBrowserKey(header)
  return request.cookies[RESERVATION_COOKIE] ?? null
}

/** The key of this browser's slot reservation, made from the secret in the request; null without a secret. */
function reservationKeyOf(request: FastifyRequest): Buffer | null {
  const secret = reservationSecretOf(request)
  return secret ? hashReservationSecret(secret) : null
}

/** Builds the context that a handler gets in addition to the validated input. */
export function contextOf(e: Endpoint, request: FastifyRequest, reply: FastifyReply, now: Date): RequestContext {
  return {
    // A response that is shared by everybody must not depend on the user.
    user: e.shared === true ? null : request.principal,
    branchId: MAIN_BRANCH_ID,
    now,
    request: {
      id: request.id,
      address: request.ip,
      token: request.sessionToken,
      ifMatch: headerOf(request, 'if-match')?.replaceAll('"', '') ?? null,
      idempotencyKey: headerOf(request, 'idempotency-key')?.toLowerCase() ?? null,
      holdKey: reservationKeyOf(request),
      userAgent: headerOf(request, 'user-agent'),
    },
    log: request.log,
    reply,
  }
}

/** True when `If-Match` names another version than the row has now. `*` matches any version. */
export const isStaleVersion = ({ request: { ifMatch } }: RequestContext, now: { version: number }): boolean =>
  ifMatch !== null && ifMatch !== '*' && ifMatch !== String(now.version)

/**
 * Throws a 409 with the current row when the row has changed since the person read it, so that the form can show it.
 */
export function requireVersion(context: RequestContext, now: { version: number }): void {
  if (isStaleVersion(context, now)) throw new AppError('stale', requestRefusals.stale, { data: now })
}
