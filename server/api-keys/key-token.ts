import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { API_KEY_PREFIX } from '#shared/api-keys/scopes.ts'

/**
 * Returns the checksum that follows the secret in an API key. It shows without a database query that a key was mistyped
 * or cut off.
 */
function checkPartOf(secret: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(secret))
  return bytes.toString('base64url')
}

/** An API key: its prefix, then 32 random bytes and a checksum of 4 bytes, each in base64url. */
const FORM = new RegExp(`^${API_KEY_PREFIX}([\\w-]{43})([\\w-]{6})$`)

/** Creates an API key, which is shown once: the prefix, 256 random bits and the checksum. */
export function createKeyToken(): string {
  const secret = randomBytes(32).toString('base64url')
  return `${API_KEY_PREFIX}${secret}${checkPartOf(secret)}`
}

/**
 * Returns the hash of a key, which the database stores instead of the key. A fast hash suffices, because nobody can
 * guess 256 random bits.
 */
export const hashKeyToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** True if the checksum of the API key fits its secret. */
export function isCompleteKeyToken(token: string): boolean {
  const [, secret, check] = FORM.exec(token) ?? []
  return secret !== undefined && check === checkPartOf(secret)
}
