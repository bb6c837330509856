import { randomBytes, randomInt } from 'node:crypto'
import type { Tx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { enqueueMessage } from '#server/messages/outbox/outbox.ts'
import { findPerson } from '#server/people/find-person.ts'
import { findVerified, markEmailVerified } from '#server/people/verified-contact.ts'
import { contactMessages as s } from '#shared/auth/messages.ts'
import { VERIFY_HOURS } from '#shared/auth/link-times.ts'
import * as queries from './queries.ts'
import { findHolderOfEmail, notifyHolder } from './known-email.ts'
import { countGuess } from './log-in-limits.ts'
import { resetTokenHash as hashOf } from './reset-links.ts'
import type { SendsEmail } from '#server/messages/transport/stored-mailer.ts'

/**
 * The token is in the fragment of the URL, which browsers send to no server, log or Referer. `origin` comes from the
 * configuration, never from a request.
 */
export const verifyLinkOf = (token: string, origin = ''): string => `${origin}/verify-email#${token}`

/**
 * Creates a person's only valid confirmation link; an older one becomes void. The database stores only the token's
 * hash.
 */
export async function issueEmailLink(tx: Tx, now: Date, personId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await queries.saveEmailLink(tx, {
    person_id: personId,
    token_hash: hashOf(token),
    created_at: now,
    expires_at: new Date(now.getTime() + VERIFY_HOURS * 3_600_000),
  })
  return token
}

/**
 * Queues the e-mail with a confirmation link, which is created when the e-mail is sent. Each request sends a new link.
 */
export const enqueueEmailLink = (context: Context, personId: string): void =>
  enqueueMessage(context, { occasion: 'email_verification', subjectId: personId, version: randomInt(2 ** 47) })

/**
 * Sends the caller a confirmation link. If the e-mail belongs to another record, its holder is notified instead, and
 * the response is the same. Throws a 409 when there is nothing to confirm or no e-mail server, and a 429 for too many
 * requests.
 */
export async function sendEmailLink(
  context: Context<Principal>,
  options: { limits: Limits; sendsEmail: SendsEmail },
): Promise<string> {
  const { tx, user } = context
  if (!(await options.sendsEmail(context))) throw new AppError('conflict', s.sendsNoEmail)
  if (user.email === null) throw new AppError('conflict', s.needsEmail)
  if ((await findVerified(tx, user.id))?.email_verified_at) throw new AppError('conflict', s.alreadyConfirmed)
  const limit = options.limits.emailLinksPerPerson
  const guess = { scope: 'email-link', key: user.id, access: { what: 'email-links-of', name: user.name } } as const
  if (await countGuess(context, guess, limit))
    throw new AppError('too_many', s.tooMany, { retryAfter: limit.windowSeconds })
  const holder = await findHolderOfEmail(context, user.email, user.id)
  if (holder) await notifyHolder(context, holder, options.limits)
  else enqueueEmailLink(context, user.id)
  return s.linkSent
}

/**
 * Confirms the e-mail to which the link was sent. Throws a 422 for a link that was used, replaced or has expired, and a
 * 409 when staff have changed the e-mail and the account's owner is not logged in.
 */
export async function verifyEmail(context: Context, token: string): Promise<string> {
  const { tx, now } = context
  const link = await queries.consumeEmailLink(tx, hashOf(token), now)
  const person = link && (await findPerson(tx, link.person_id))
  if (!person) throw invalid('token', s.linkVoid)
  // The link only proves that somebody reads the e-mails to the address: this may be a staff member who has entered
  // their own address for the client.
  if (person.email_waits && context.user?.id !== person.id) throw new AppError('conflict', s.logInToConfirm)
  await markEmailVerified(context, person.id)
  const by = { id: person.id, name: person.name, role: person.role }
  await writeAuditLog(context, { type: 'auth.email.verified', subjectId: person.id, parameters: {} }, by)
  return s.emailConfirmed
}

/** Deletes expired links and codes that confirm an e-mail or a phone number. */
export const deleteExpiredProofs = queries.deleteOldProofs
