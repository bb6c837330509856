import '@fastify/cookie'
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The secret of the time that this browser holds. */
export const HOLD_COOKIE = 'held_time'

/** What the database keeps of a secret. */
export const holdKey = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The key of what this browser holds; null when it has held nothing lately. */
export function holdKeyOf(request: FastifyRequest): Buffer | null {
  const secret = request.cookies[HOLD_COOKIE]
  return secret ? holdKey(secret) : null
}
