import type { Database } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Principal } from '#server/lib/context.ts'
import type { TokenBuckets } from '#server/lib/http/limit-rate.ts'
import { tooManyRequests } from '#server/lib/http/limit-rate.ts'
import { apiKeyMessages as s } from '#shared/api-keys/messages.ts'
import { isScope } from '#shared/api-keys/scopes.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { keyStateOf } from './key-state.ts'
import { hashKeyToken, isCompleteKeyToken } from './key-token.ts'
import { findKey, saveUse, type FoundKey } from './queries.ts'

/** The last use of an API key is stored at most once a minute, so that a busy program does not write with each call. */
const USE_EVERY_MS = 60_000

type Options = {
  db: Database
  /** Limits calls with wrong API keys for each IP address. */
  wrongKeys: TokenBuckets
  warn: (error: unknown, text: string) => void
}
type Call = { token: string; addressKey: string; now: Date }

const refusals = { revoked: s.revokedKey, expired: s.expiredKey, stopped: s.stoppedKey } as const

/**
 * Returns the principal of a call with an API key: the key's creator, with only those scopes of the key that the
 * creator still has as permissions.
 */
function principalOf(key: FoundKey): Principal {
  const ofCreator = permissionsOf(key.role)
  return {
    id: key.creator_id,
    // An account has the id of its person.
    person_id: key.creator_id,
    name: s.actor(key.name),
    email: key.email,
    role: key.role,
    permissions: new Set(key.scopes.filter(isScope).filter((scope) => ofCreator.has(scope))),
    must_set_password: key.must_set_password,
    must_set_up_second_factor: false,
    session_id: key.id,
    hand_over_id: null,
    api_key_id: key.id,
  }
}

/** A reading call must not fail because the use of its key cannot be stored, for example while the disk is full. */
async function noteUse({ db, warn }: Options, { id, last_used_at }: FoundKey, now: Date): Promise<void> {
  const since = new Date(now.getTime() - USE_EVERY_MS)
  if (last_used_at !== null && last_used_at > since) return
  await inTransaction(db, (tx) => saveUse(tx, id, { now, since })).catch((error: unknown) =>
    warn(error, 'the last use of an API key was not stored'),
  )
}

/**
 * Returns who calls with this API key. Throws a 401 that says why a key does not work, and a 429 after many calls with
 * keys that do not work.
 */
export async function findKeyPrincipal(options: Options, { token, addressKey, now }: Call): Promise<Principal> {
  const refuse = (sentence: string) => {
    const seconds = options.wrongKeys.take(addressKey)
    return seconds > 0 ? tooManyRequests(seconds) : new AppError('unauthenticated', sentence)
  }
  if (!isCompleteKeyToken(token)) throw refuse(s.malformed)
  const key = await findKey(options.db, hashKeyToken(token))
  if (!key) throw refuse(s.unknown)
  const state = keyStateOf(key, now)
  if (state !== 'active') throw refuse(refusals[state])
  await noteUse(options, key, now)
  return principalOf(key)
}
