import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { lockPerson } from '#server/people/find-person.ts'
import type { authContract } from '#shared/auth/contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { userMessages } from '#shared/users/messages.ts'
import * as queries from './queries.ts'

/** How long a link works that a person hands over. */
export const HANDED_MINUTES = 24 * 60

export const resetTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The token is the fragment: no server, log or Referer sees it. `origin` is configured, never taken from a request. */
export const resetLinkOf = (token: string, origin = ''): string => `${origin}/reset-password#${token}`

type IssuedLink = { token: string; expiresAt: Date }

/** Makes the one link of an account; the caller logs it. The database keeps only the token's hash. */
export async function issueResetLink(tx: Tx, now: Date, userId: string, minutes: number): Promise<IssuedLink> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  await queries.saveResetLink(tx, {
    user_id: userId,
    token_hash: resetTokenHash(token),
    created_at: now,
    expires_at: expiresAt,
  })
  return { token, expiresAt }
}

/** A link for an admin to hand over. Throws 404 for an unknown or closed account, 409 for oneself and without an email. */
export async function createResetLink(
  context: Context<Principal>,
  userId: string,
  publicUrl: string | undefined,
): Promise<Answer<typeof authContract.createResetLink>> {
  if (context.user.id === userId) throw new AppError('conflict', s.linkForOneself)
  const account = await lockPerson(context.tx, userId)
  if (!account) throw new AppError('not_found', userMessages.notFound)
  if (!account.email) throw new AppError('conflict', s.linkNeedsEmail(account.name))
  const { token, expiresAt } = await issueResetLink(context.tx, context.now, userId, HANDED_MINUTES)
  await writeAuditLog(context, { type: 'auth.link.made', subjectId: userId, parameters: { name: account.name } })
  return { data: { link: resetLinkOf(token, publicUrl), works_until: isoInManila(expiresAt) } }
}

/** The link of an open invitation, which works as long as that; null when it was accepted or revoked, or has expired. */
export async function issueInvitationLink(
  tx: Tx,
  now: Date,
  personId: string,
): Promise<(IssuedLink & { invitedBy: string }) | null> {
  const invitation = await queries.invitationOf(tx, personId)
  if (!invitation || invitation.expires_at <= now) return null
  const minutes = (invitation.expires_at.getTime() - now.getTime()) / 60_000
  return { ...(await issueResetLink(tx, now, personId, minutes)), invitedBy: invitation.invited_by }
}

/** Links that have run out. */
export const forgetOldLinks = queries.deleteOldLinks
