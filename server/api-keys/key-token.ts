import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { API_KEY_PREFIX } from '#shared/api-keys/scopes.ts'

/** The check part after the secret: a mistyped or cut-off key is recognized without asking the database. */
function checkPartOf(secret: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(secret))
  return bytes.toString('base64url')
}

/** 32 random bytes and 4 bytes of check part as base64url. */
const FORM = new RegExp(`^${API_KEY_PREFIX}([\\w-]{43})([\\w-]{6})$`)

/** A new key, which is shown once: the prefix, 256 random bits and the check part. */
export function createKeyToken(): string {
  const secret = randomBytes(32).toString('base64url')
  return `${API_KEY_PREFIX}${secret}${checkPartOf(secret)}`
}

/**
 * Returns the hash of a key, which the database stores instead of the key. A fast hash suffices, because nobody can
 * guess 256 random bits.
 */
export const hashKeyToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** True if the check part fits the secret. */
export function isCompleteKeyToken(token: string): boolean {
  const [, secret, check] = FORM.exec(token) ?? []
  return secret !== undefined && check === checkPartOf(secret)
}
