import { hashAddress } from '#server/db/address-hash.ts'
import { countTries, insertHit, lockRegistrations, setClientOfAttempt } from '#server/db/registration-tries.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext } from '#server/lib/context.ts'
import type { RegistrationLimits } from '#server/lib/http/limits.ts'
import { newId } from '#server/lib/new-id.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { createClient } from '#server/people/create-person.ts'
import { answerNews } from '#server/privacy/news.ts'
import { acceptNotice } from '#server/privacy/consents.ts'
import { refuseEasyPassword } from '#server/users/password-choice.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { callMessages } from '#shared/lib/call-messages.ts'
import type { NewsChannel } from '#shared/privacy/news.ts'
import { isStaff } from '#shared/users/roles.ts'
import { addressKey } from './address-key.ts'
import { findHolderOfEmail, notifyHolder } from './known-email.ts'
import type { AuthOptions } from './log-in.ts'
import { answerWith, openSessionOf, type SessionAnswer } from './open-session.ts'
import { enqueueEmailLink } from './verify-email.ts'
import { waitAfter, type EnterWaitingRoom, type WaitingPlace } from './registration-queue.ts'

type Registration = {
  name: string
  email: string
  password: string
  contact_number: string | null
  privacy_version?: string | undefined
  news?: readonly NewsChannel[] | undefined
}

const tooMany = (retryAfter: number) => new AppError('too_many', callMessages.tooMany, { retryAfter })

/**
 * Counts a try before anything else is done, so that tries sent all at once are counted too. The first of an address
 * within the hour go on at once, later ones wait (no database connection is held meanwhile), those beyond the last are
 * refused; whoever is proven by now does not count. Returns the id of the try. Throws a 429.
 */
async function takeTurn(
  context: DetachedContext,
  limits: RegistrationLimits,
  enterWaitingRoom: EnterWaitingRoom,
): Promise<string> {
  const id = newId()
  const address = addressKey(context.request.address)
  let place: WaitingPlace | null = null
  try {
    const waitMs = await context.inTransaction(async (inside) => {
      const { tx, now } = inside
      const hash = await hashAddress(tx, address)
      await lockRegistrations(tx, hash)
      const earlier = await countTries(tx, hash, limits.windowSeconds, now)
      if (earlier >= limits.most) throw tooMany(limits.windowSeconds)
      const ms = waitAfter(earlier, limits)
      if (ms > 0) place ??= enterWaitingRoom(address)
      if (ms > 0 && !place) throw tooMany(Math.ceil(limits.longestWaitMs / 1000))
      await insertHit(tx, { id, address_hash: hash, tried_at: now })
      if (earlier + 1 === limits.most)
        await writeAuditLog(inside, {
          type: 'auth.access.limited',
          subjectId: null,
          parameters: { what: 'registration', name: '' },
        })
      return ms
    })
    // The assignment happens inside a callback, which the compiler does not follow.
    await (place as WaitingPlace | null)?.wait(waitMs)
    return id
  } finally {
    ;(place as WaitingPlace | null)?.leave()
  }
}

/**
 * A visitor's own account, of role client, logged in at once. Staff add people from their own screens. With a mail server the
 * answer is the same whether the e-mail is known, and its holder is told by mail; without one it throws a 422.
 */
export async function register(
  context: DetachedContext,
  person: Registration,
  options: AuthOptions & { sendsEmail: boolean },
  enterWaitingRoom: EnterWaitingRoom,
): Promise<SessionAnswer> {
  // Registering opens a client's session in the place of the one that asks.
  if (context.user && isStaff(context.user.role)) throw new AppError('forbidden', authMessages.staffRegister)
  const tryId = await takeTurn(context, options.limits.registrations, enterWaitingRoom)
  await refuseEasyPassword(context, { field: 'password', password: person.password, person })
  const passwordHash = await hashPassword(person.password)
  const session = await context.inTransaction(async (inside) => {
    const { name, email, contact_number } = person
    const holder = options.sendsEmail ? await findHolderOfEmail(inside, email) : undefined
    const { personId: userId, clientId } = await createClient(inside, {
      name: { first_name: name },
      contact: { email, contact_number, email_is_second: holder !== undefined },
      password: { hash: passwordHash },
    })
    await setClientOfAttempt(inside.tx, tryId, clientId)
    const by = { id: userId, name, role: 'client' }
    await writeAuditLog(inside, { type: 'auth.client.registered', subjectId: userId, parameters: {} }, by)
    if (person.privacy_version !== undefined) await acceptNotice(inside, by, person.privacy_version)
    if (person.news) await answerNews(inside, userId, person.news, { where: 'registration', by })
    // Booking works before; whoever has confirmed it may book more at once.
    if (holder) await notifyHolder(inside, holder, options.limits)
    else if (options.sendsEmail) enqueueEmailLink(inside, userId)
    return openSessionOf(inside, userId, options.sessionHours)
  })
  return answerWith(context, session, options)
}
