import { randomBytes } from 'node:crypto'
import type { Database, ReadTx, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { deviceName } from '#shared/auth/device-name.ts'
import { hashToken } from './hash-token.ts'
import * as queries from './queries.ts'
import { deleteExpired as deleteExpiredTrust } from './trusted-device-queries.ts'
import { distrustDevicesOf } from './trusted-devices.ts'

export { distrustDevice, distrustDevicesOf, trustDevice, trustedDevicesOf, saveTrustedUse } from './trusted-devices.ts'

/** Opens a session of `hours` and returns its token; the database stores only the token's hash. */
export async function openSession(
  context: Context,
  userId: string,
  { hours, mustSetUpSecondFactor }: { hours: number; mustSetUpSecondFactor: boolean },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await queries.insertSession(context.tx, {
    id: newId(),
    token_hash: hashToken(token),
    user_id: userId,
    device: deviceName(context.request.userAgent),
    created_at: context.now,
    last_used_at: context.now,
    password_at: context.now,
    expires_at: new Date(context.now.getTime() + hours * 3_600_000),
    must_set_up_second_factor: mustSetUpSecondFactor,
  })
  return token
}

type FindOptions = { db: Database; warn: (error: unknown, text: string) => void }

/** The last use is stored at most every five minutes, so that calls that only read rarely write. */
const USE_EVERY_MS = 5 * 60_000

/** A call must not fail because the use of its session cannot be stored, for example while the disk is full. */
async function noteUse({ db, warn }: FindOptions, id: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - USE_EVERY_MS)
  await inTransaction(db, (tx) => queries.saveUse(tx, id, { now, since })).catch((error: unknown) =>
    warn(error, 'the last use of a session was not stored'),
  )
}

/** The person whose session has this token; null when the session is unknown, expired or ended. */
export async function findPrincipal(options: FindOptions, token: string, now: Date): Promise<Principal | null> {
  if (token.length < 40 || token.length > 64) return null
  const row = await queries.principalOfSession(options.db, hashToken(token), now)
  if (!row) return null
  const { last_used_at: lastUse, ...found } = row
  if (lastUse.getTime() + USE_EVERY_MS <= now.getTime()) await noteUse(options, found.session_id, now)
  const role = found.role
  // An account has the id of its person.
  return { ...found, person_id: found.id, role, permissions: permissionsOf(role), api_key_id: null }
}

/**
 * The devices on which a person is logged in, and devices whose session has expired but that still get notifications.
 * The last used device comes first.
 */
export const sessionsOf = (tx: ReadTx, userId: string, now: Date) => queries.sessionsOf(tx, userId, now)

/**
 * Ends one session of the caller and notifies its open screens. Returns the device of the session; undefined if the
 * session has ended already.
 */
export async function endOwnSession(context: Context<Principal>, id: string): Promise<string | undefined> {
  const ended = await queries.deleteOwnSession(context.tx, { id, userId: context.user.id })
  if (ended) context.publish({ name: 'SessionsEnded', session_ids: [id] })
  return ended?.device
}

/** Ends the session of this request and notifies its open screens. */
export async function endSession(context: Context<Principal>): Promise<void> {
  await queries.deleteSession(context.tx, context.user.session_id)
  context.publish({ name: 'SessionsEnded', session_ids: [context.user.session_id] })
}

/**
 * Ends all sessions and unfinished log-ins of a person, except the session `except`, and trusts none of their devices
 * any longer. Used, for example, after a new password.
 */
export async function endSessionsOf(context: Context, userId: string, except?: string): Promise<void> {
  await distrustDevicesOf(context, userId)
  await endSessionsAndLogIns(context, userId, except)
}

/** Ends all other sessions of the caller and their unfinished log-ins. Returns how many sessions have ended. */
export const endOtherSessions = (context: Context<Principal>): Promise<number> =>
  endSessionsAndLogIns(context, context.user.id, context.user.session_id)

async function endSessionsAndLogIns(context: Context, userId: string, except?: string): Promise<number> {
  await queries.deletePending(context.tx, { accountId: userId })
  const ended = await queries.deleteSessions(context.tx, { userId, except })
  if (ended.length) context.publish({ name: 'SessionsEnded', session_ids: ended })
  return ended.length
}

/**
 * Limits this session to one hand-over of the tablet to a client. Its open event streams end, because staff no longer
 * see the screen.
 */
export async function limitToHandOver(context: Context<Principal>, handOverId: string): Promise<void> {
  await queries.setHandOver(context.tx, context.user.session_id, handOverId)
  context.publish({ name: 'SessionsEnded', session_ids: [context.user.session_id] })
}

/** Ends the limit to a hand-over of the tablet, so that this session has its full rights again. */
export const endHandOverLimit = (context: Context<Principal>): Promise<unknown> =>
  queries.setHandOver(context.tx, context.user.session_id, null)

/**
 * Locks a session until the transaction ends, before a row that belongs to the session is written; false when the
 * session has ended.
 */
export const lockSession = queries.lockSession

/**
 * Deletes unfinished log-ins and trusted devices that have expired, and expired sessions, except those with the ids in
 * `except`.
 */
export async function deleteExpiredSessions(tx: Tx, now: Date, except: readonly string[]): Promise<void> {
  await deleteExpiredTrust(tx, now)
  await queries.deletePending(tx, { until: now })
  await queries.deleteExpired(tx, now, except)
}

/**
 * Restricts the sessions of these accounts to setting up a second factor, and ends their event streams. All other
 * sessions get their full rights.
 */
export async function requireSetUpOf(
  { tx, publish }: Pick<Context, 'tx' | 'publish'>,
  accountIds: readonly string[],
): Promise<void> {
  const limited = await queries.requireSetUpOf(tx, accountIds)
  if (limited.length) publish({ name: 'SessionsEnded', session_ids: limited })
}

/** When the password was last entered in a session; undefined when the session has ended. */
export const passwordTimeOf = queries.passwordTimeOf

export const savePasswordTime = ({ tx, user, now }: Context<Principal>) =>
  queries.savePasswordTime(tx, user.session_id, now)

/** Stores the challenge for a new passkey in the caller's session. */
export const savePasskeyChallenge = ({ tx, user }: Context<Principal>, challenge: string, until: Date) =>
  queries.saveChallenge(tx, user.session_id, { challenge, until })

/** Consumes the challenge of the caller's session; null when there is none or it has expired. */
export const takePasskeyChallenge = ({ tx, user, now }: Context<Principal>): Promise<string | null> =>
  queries.takeChallenge(tx, user.session_id, now)

/** Stores the challenge that a passkey must sign to finish a log-in. */
export const savePendingChallenge = ({ tx }: Context, token: string, challenge: string) =>
  queries.savePendingChallenge(tx, hashToken(token), challenge)

/** Consumes the challenge of a pending log-in; null when there is none. */
export const takePendingChallenge = ({ tx }: Context, token: string): Promise<string | null> =>
  queries.takePendingChallenge(tx, hashToken(token))

/** The account of a pending log-in; undefined when it has expired or was tried too often. */
export const accountOfPendingLogIn = async ({ tx, now }: Context, token: string): Promise<string | undefined> =>
  (await queries.findPending(tx, hashToken(token), PENDING_TRIES, now))?.account_id

/** How often the second factor of one log-in may be tried. */
const PENDING_TRIES = 5

/** Stores a log-in that waits for its second factor, and returns the token that binds it to the browser. */
export async function openPendingLogIn({ tx, now }: Context, accountId: string, minutes: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await queries.insertPending(tx, {
    token_hash: hashToken(token),
    account_id: accountId,
    created_at: now,
    expires_at: new Date(now.getTime() + minutes * 60_000),
  })
  return token
}

/** Counts a try of a pending log-in; false when it has expired or was tried too often. */
export const tryPendingLogIn = ({ tx, now }: Context, token: string): Promise<boolean> =>
  queries.tryPending(tx, hashToken(token), PENDING_TRIES, now)

export const deletePendingLogInsOf = ({ tx }: Pick<Context, 'tx'>, accountId: string) =>
  queries.deletePending(tx, { accountId })

export const deletePendingLogIn = ({ tx }: Context, token: string) =>
  queries.deletePending(tx, { tokenHash: hashToken(token) })
