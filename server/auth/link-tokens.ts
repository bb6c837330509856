import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressKey } from './address-key.ts'
import { countTry, type RateLimit } from '#server/db/rate-limits.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext } from '#server/lib/context.ts'
import { requestRefusals } from '#shared/lib/messages.ts'

const ID_BYTES = 16
const SIGNATURE_BYTES = 32

type SignedToken = { id: string; signature: Buffer }

const signatureOf = (secret: Buffer, id: string, signed: readonly string[]): Buffer =>
  createHmac('sha256', secret)
    .update([id, ...signed].join('\n'))
    .digest()

const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Creates a token with a row's id and a signature over values that must stay unchanged. Nothing is stored for it. */
export const signToken = (secret: Buffer, id: string, signed: readonly string[]): string =>
  Buffer.concat([idBytes(id), signatureOf(secret, id, signed)]).toString('base64url')

/** Returns the row id in a token, or undefined if the token is malformed. */
export function readToken(token: string): SignedToken | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + SIGNATURE_BYTES) return undefined
  return { id: idOf(bytes.subarray(0, ID_BYTES)), signature: bytes.subarray(ID_BYTES) }
}

/** True if the token was signed for the current values of this row. */
export const isSigned = (secret: Buffer, { id, signature }: SignedToken, signed: readonly string[]): boolean =>
  timingSafeEqual(signatureOf(secret, id, signed), signature)

/** Counts a request with a one-time link by the caller's IP address, whatever its result. Throws a 429 for too many. */
export async function limitCalls(context: DetachedContext, scope: string, limit: RateLimit): Promise<void> {
  const key = addressKey(context.request.address)
  const calls = await context.inTransaction(({ tx, now }) => countTry(tx, scope, key, limit, now))
  if (calls > limit.tries) throw new AppError('too_many', requestRefusals.tooMany, { retryAfter: limit.windowSeconds })
}
