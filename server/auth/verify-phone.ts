import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { Tx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import type { RateLimit } from '#server/db/rate-limits.ts'
import { enqueueMessage } from '#server/messages/outbox/outbox.ts'
import { findVerified, markPhoneVerified } from '#server/people/verified-contact.ts'
import { contactMessages as s } from '#shared/auth/messages.ts'
import type { LimitedAccess } from '#shared/auth/events.ts'
import { CODE_MINUTES } from '#shared/auth/link-times.ts'
import { mobileOf } from '#shared/lib/phone.ts'
import { addressKey } from './address-key.ts'
import * as queries from './queries.ts'
import { countGuess } from './log-in-limits.ts'

const MOST_TRIES = 5

/**
 * The hash does not protect a code of six digits, which can be guessed; codes are safe because they last a few minutes
 * and allow five tries.
 */
const hashOf = (personId: string, code: string): Buffer => createHash('sha256').update(`${personId} ${code}`).digest()

/** Creates a person's only valid phone code; an older one becomes void. */
export async function issuePhoneCode(tx: Tx, now: Date, personId: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await queries.savePhoneCode(tx, {
    person_id: personId,
    code_hash: hashOf(personId, code),
    created_at: now,
    expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
  })
  return code
}

/** Throws a 429 for too many codes, because every code costs the clinic an SMS. */
async function refuseTooMany(context: Context<Principal>, number: string, limits: Limits): Promise<void> {
  const { user } = context
  const own = { what: 'phone-codes-of', name: user.name } as const
  const all = { what: 'phone-codes', name: '' } as const
  const counted: [string, string, { what: LimitedAccess; name: string }, RateLimit][] = [
    ['phone-code', user.id, own, limits.phoneCodesPerPerson],
    ['phone-code-number', createHash('sha256').update(number).digest('base64url'), own, limits.phoneCodesPerNumber],
    ['phone-code-address', addressKey(context.request.address), all, limits.phoneCodesPerAddress],
    ['phone-code-all', 'all', all, limits.phoneCodesInAll],
  ]
  for (const [scope, key, access, limit] of counted)
    if (await countGuess(context, { scope, key, access }, limit))
      throw new AppError('too_many', s.tooMany, { retryAfter: limit.windowSeconds })
}

/**
 * Sends the caller a code by SMS. Throws a 409 when there is nothing to confirm or no SMS gateway, and a 429 for too
 * many codes.
 */
export async function sendPhoneCode(
  context: Context<Principal>,
  options: { limits: Limits; sendsSms: boolean },
): Promise<string> {
  const { tx, user } = context
  if (!options.sendsSms) throw new AppError('conflict', s.sendsNoSms)
  const found = await findVerified(tx, user.id)
  const number = mobileOf(found?.contact_number ?? null)
  if (number === null) throw new AppError('conflict', s.needsMobile)
  if (found?.phone_verified_at) throw new AppError('conflict', s.alreadyConfirmed)
  await refuseTooMany(context, number, options.limits)
  enqueueMessage(context, { occasion: 'phone_code', subjectId: user.id, version: randomInt(2 ** 47) })
  return s.codeSent
}

/** Confirms the number to which the code was sent. Throws a 422 for a wrong or void code. */
export async function verifyPhone(context: DetachedContext<Principal>, code: string): Promise<string> {
  const { id } = context.user
  // The try is counted in a transaction of its own, so that the error for a wrong code does not roll the count back.
  const found = await context.inTransaction(({ tx, now }) => queries.tryPhoneCode(tx, id, MOST_TRIES, now))
  if (!found) throw invalid('code', s.codeVoid)
  const hash = hashOf(id, code)
  if (!timingSafeEqual(hash, found.code_hash)) throw invalid('code', s.codeWrong)
  await context.inTransaction(async (inside) => {
    if (!(await queries.consumePhoneCode(inside.tx, id, hash))) throw invalid('code', s.codeVoid)
    await markPhoneVerified(inside, id)
    await writeAuditLog(inside, { type: 'auth.phone.verified', subjectId: id, parameters: {} })
  })
  return s.phoneConfirmed
}
