import { createHash, randomBytes } from 'node:crypto'
import type { Database, Tx } from '#server/db/pool.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import * as queries from './queries.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Opens a session of `hours` and returns its token; the database stores only the token's hash. */
export async function openSession(context: Context, userId: string, hours: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await queries.insertSession(context.tx, {
    id: newId(),
    token_hash: hashOf(token),
    user_id: userId,
    created_at: context.now,
    expires_at: new Date(context.now.getTime() + hours * 3_600_000),
  })
  return token
}

/** The person whose session has this token; null when the session is unknown, expired or ended. */
export async function findPrincipal(db: Database, token: string, now: Date): Promise<Principal | null> {
  if (token.length < 40 || token.length > 64) return null
  const row = await queries.principalOfSession(db, hashOf(token), now)
  if (!row) return null
  const role = row.role
  // An account has the id of its person.
  return { ...row, person_id: row.id, role, permissions: permissionsOf(role), api_key_id: null }
}

/** Ends the session of this request and notifies its open screens. */
export async function endSession(context: Context<Principal>): Promise<void> {
  await queries.deleteSession(context.tx, context.user.session_id)
  context.publish({ name: 'SessionsEnded', session_ids: [context.user.session_id] })
}

/** Ends all sessions of a person (role change, deletion, new password), except `except`. */
export async function endSessionsOf(context: Context, userId: string, except?: string): Promise<void> {
  const ended = await queries.deleteSessions(context.tx, { userId, except })
  if (ended.length) context.publish({ name: 'SessionsEnded', session_ids: ended })
}

/**
 * Limits this session to one hand-over of the tablet to a client. Its open event streams end, because staff no longer
 * see the screen.
 */
export async function limitToHandOver(context: Context<Principal>, handOverId: string): Promise<void> {
  await queries.setHandOver(context.tx, context.user.session_id, handOverId)
  context.publish({ name: 'SessionsEnded', session_ids: [context.user.session_id] })
}

/** Gives this session its full rights back. */
export const endHandOverLimit = (context: Context<Principal>): Promise<unknown> =>
  queries.setHandOver(context.tx, context.user.session_id, null)

/** Locks a session before something that belongs to it is written; false when it has ended. */
export const lockSession = queries.lockSession

/** Deletes expired sessions, except those with the ids in `except`. */
export const deleteExpiredSessions = (tx: Tx, now: Date, except: readonly string[]) =>
  queries.deleteExpired(tx, now, except)
