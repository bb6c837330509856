import { setTimeout as wait } from 'node:timers/promises'
import { hashAddress } from '#server/db/address-hash.ts'
import {
  countRegistrationTries,
  insertRegistrationTry,
  lockRegistrations,
  setClientOfTry,
} from '#server/db/rate-limits.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext } from '#server/lib/context.ts'
import type { RegistrationLimits } from '#server/lib/http/limits.ts'
import { newId } from '#server/lib/new-id.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { createPersonAndClient } from '#server/people/create-person.ts'
import { acceptPrivacyNotice } from '#server/privacy/consents.ts'
import { answerNews } from '#server/privacy/news.ts'
import { refuseEasyPassword } from '#server/users/password-choice.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import type { NewsChannel } from '#shared/privacy/news-contract.ts'
import { isStaff } from '#shared/users/roles.ts'
import { addressKey } from './address-key.ts'
import { findHolderOfEmail, notifyHolder } from './known-email.ts'
import type { AuthOptions } from './log-in.ts'
import { answerWith, openSessionOf, type SessionAnswer } from './open-session.ts'
import { enqueueEmailLink } from './verify-email.ts'
import type { SendsEmail } from '#server/messages/transport/stored-mailer.ts'

/** How many milliseconds a registration waits after `earlier` registrations from the same IP address. */
export const waitMsAfter = (earlier: number, limits: RegistrationLimits): number =>
  earlier < limits.atOnce ? 0 : Math.min(limits.longestWaitMs, (earlier - limits.atOnce + 1) * limits.stepMs)

/** One of the limited number of registrations that may wait. `leave` ends the wait and may be called more than once. */
type WaitingPlace = { wait: (ms: number) => Promise<void>; leave: () => void }

/**
 * Limits how many registrations wait in this process, per IP address and in total. Waiting holds no database
 * connection.
 */
export function createWaitingRoom({ waitersPerAddress, waiters }: RegistrationLimits) {
  const waiting = new Map<string, number>()
  let all = 0
  const count = (address: string, by: 1 | -1) => {
    all += by
    const left = (waiting.get(address) ?? 0) + by
    if (left === 0) waiting.delete(address)
    else waiting.set(address, left)
  }
  /** Returns null when as many registrations are waiting as may wait. */
  return function enter(address: string): WaitingPlace | null {
    if (all >= waiters || (waiting.get(address) ?? 0) >= waitersPerAddress) return null
    count(address, 1)
    let isThere = true
    const leave = () => {
      if (isThere) count(address, -1)
      isThere = false
    }
    return { wait: (ms) => wait(ms, undefined, { ref: false }), leave }
  }
}
type EnterWaitingRoom = ReturnType<typeof createWaitingRoom>

type Registration = {
  name: string
  email: string
  password: string
  contact_number: string | null
  privacy_version?: string | undefined
  news?: readonly NewsChannel[] | undefined
}

const tooMany = (retryAfter: number) => new AppError('too_many', requestRefusals.tooMany, { retryAfter })

/**
 * Counts a registration try before any other work, so that simultaneous tries count too. The first few from an IP
 * address within an hour continue at once, later ones wait without a database connection, and the rest are refused
 * (429). Tries of clients who have become known are not counted. Returns the id of the try.
 */
async function waitForAdmission(
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
      const earlier = await countRegistrationTries(tx, hash, limits.windowSeconds, now)
      if (earlier >= limits.most) throw tooMany(limits.windowSeconds)
      const ms = waitMsAfter(earlier, limits)
      if (ms > 0) place ??= enterWaitingRoom(address)
      if (ms > 0 && !place) throw tooMany(Math.ceil(limits.longestWaitMs / 1000))
      await insertRegistrationTry(tx, { id, address_hash: hash, tried_at: now })
      if (earlier + 1 === limits.most)
        await writeAuditLog(inside, {
          type: 'auth.access.limited',
          subjectId: null,
          parameters: { what: 'registration', name: '' },
        })
      return ms
    })
    // The cast is needed because TypeScript does not see that the callback has assigned `place`.
    await (place as WaitingPlace | null)?.wait(waitMs)
    return id
  } finally {
    ;(place as WaitingPlace | null)?.leave()
  }
}

/**
 * Creates a visitor's own client account and logs it in; staff add people on their own screens. With a mail server the
 * response does not reveal whether the e-mail already has an account, and the owner of that account gets an e-mail.
 * Without a mail server it throws a 422 for the e-mail of an existing account.
 */
export async function register(
  context: DetachedContext,
  person: Registration,
  options: AuthOptions & { sendsEmail: SendsEmail },
  enterWaitingRoom: EnterWaitingRoom,
): Promise<SessionAnswer> {
  // Registering replaces the caller's session by a client's, which must not happen to staff.
  if (context.user && isStaff(context.user.role)) throw new AppError('forbidden', authMessages.staffRegister)
  const tryId = await waitForAdmission(context, options.limits.registrations, enterWaitingRoom)
  await refuseEasyPassword(context, { field: 'password', password: person.password, person })
  const passwordHash = await hashPassword(person.password)
  const session = await context.inTransaction(async (inside) => {
    const { name, email, contact_number } = person
    const sendsEmail = await options.sendsEmail(inside)
    const holder = sendsEmail ? await findHolderOfEmail(inside, email, null) : undefined
    // A client who is still logged in on this browser does not create the new account. Its creator is the new person,
    // so no user is passed here.
    const { personId: userId, clientId } = await createPersonAndClient(
      { ...inside, user: null },
      {
        name: { first_name: name },
        contact: { email, contact_number, email_is_second: holder !== undefined },
        password: { hash: passwordHash },
      },
    )
    await setClientOfTry(inside.tx, tryId, clientId)
    const by = { id: userId, name, role: 'client' }
    await writeAuditLog(inside, { type: 'auth.client.registered', subjectId: userId, parameters: {} }, by)
    if (person.privacy_version !== undefined) await acceptPrivacyNotice(inside, by, person.privacy_version)
    if (person.news) await answerNews(inside, userId, person.news, { where: 'registration', by })
    // Sends no confirmation link if the e-mail belongs to somebody else, but notifies that person.
    if (holder) await notifyHolder(inside, holder, options.limits)
    else if (sendsEmail) enqueueEmailLink(inside, userId)
    return openSessionOf(inside, userId, options.sessionHours)
  })
  return answerWith(context, session, options)
}
