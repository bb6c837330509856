import '@fastify/cookie'
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The cookie with the secret of this browser's slot reservation. */
export const HOLD_COOKIE = 'held_time'

/** The hash of a secret, which is all the database stores. */
export const holdKey = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The key of this browser's slot reservation; null when it has had none recently. */
export function holdKeyOf(request: FastifyRequest): Buffer | null {
  const secret = request.cookies[HOLD_COOKIE]
  return secret ? holdKey(secret) : null
}
