import { createHash, randomBytes } from 'node:crypto'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { lockPerson } from '#server/people/find-person.ts'
import type { authContract } from '#shared/auth/contract.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { userMessages } from '#shared/users/messages.ts'
import * as queries from './queries.ts'

/** How many minutes a password link is valid that an admin creates and hands to a person. */
export const HANDED_MINUTES = 24 * 60

export const resetTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * The token is in the fragment of the URL, which browsers send to no server, log or Referer. `origin` comes from the
 * configuration, never from a request.
 */
export const resetLinkOf = (token: string, origin = ''): string => `${origin}/reset-password#${token}`

type IssuedLink = { token: string; expiresAt: Date }

/**
 * Creates a link with which the owner of an account can set a new password. It replaces an earlier link. The database
 * stores only the hash of its token. This function writes no log entry; its caller does. `madeBy` is the id of the
 * admin to whom the link is shown; null for a link that only the owner gets.
 */
export async function issueResetLink(
  tx: Tx,
  now: Date,
  userId: string,
  { minutes, madeBy = null }: { minutes: number; madeBy?: string | null },
): Promise<IssuedLink> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  await queries.saveResetLink(tx, {
    user_id: userId,
    token_hash: resetTokenHash(token),
    created_at: now,
    expires_at: expiresAt,
    made_by: madeBy,
  })
  return { token, expiresAt }
}

/**
 * Creates a link that an admin hands over. Throws a 404 for an unknown or closed account and a 409 for the caller's own
 * account or one without an e-mail.
 */
export async function createResetLink(
  context: Context<Principal>,
  userId: string,
  publicUrl: string | undefined,
): Promise<Answer<typeof authContract.createResetLink>> {
  if (context.user.id === userId) throw new AppError('conflict', s.linkForOneself)
  const account = await lockPerson(context.tx, userId)
  if (!account) throw new AppError('not_found', userMessages.notFound)
  if (!account.email) throw new AppError('conflict', s.linkNeedsEmail(account.name))
  const made = { minutes: HANDED_MINUTES, madeBy: context.user.id }
  const { token, expiresAt } = await issueResetLink(context.tx, context.now, userId, made)
  await writeAuditLog(context, { type: 'auth.link.made', subjectId: userId, parameters: { name: account.name } })
  return { data: { link: resetLinkOf(token, publicUrl), works_until: isoInManila(expiresAt) } }
}

/**
 * Creates the link of an open invitation, which is valid as long as the invitation; null when that was accepted,
 * revoked or has expired.
 */
export async function issueInvitationLink(
  tx: Tx,
  now: Date,
  personId: string,
): Promise<(IssuedLink & { invitedBy: string }) | null> {
  const invitation = await queries.invitationOf(tx, personId)
  if (!invitation || invitation.expires_at <= now) return null
  const minutes = (invitation.expires_at.getTime() - now.getTime()) / 60_000
  return { ...(await issueResetLink(tx, now, personId, { minutes })), invitedBy: invitation.invited_by }
}

/**
 * The id of the account whose password can be set with this link; undefined if the link has expired. A link that an
 * admin made works as long as this admin may make links, so that nobody can keep one and use it after they have left.
 */
export async function findOwnerOfLink(tx: ReadTx, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const link = await queries.linkWithMaker(tx, tokenHash, now)
  if (!link || link.made_by === null) return link?.user_id
  const isStillAllowed = link.closed_at === null && link.role !== null && permissionsOf(link.role).has('users.manage')
  return isStillAllowed ? link.user_id : undefined
}

/** Deletes expired links for setting a password. */
export const deleteExpiredResetLinks = queries.deleteOldLinks
