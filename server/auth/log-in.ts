import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { TokenBuckets } from '#server/lib/http/limit-rate.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { isPassword } from '#server/lib/passwords.ts'
import { findPeopleByLogIn, lockPerson, type Person } from '#server/people/find-person.ts'
import { endSession } from '#server/sessions/public.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { isTrustedBrowser } from './devices/trusted-browser.ts'
import { clearSessionCookies, type CookieOptions } from './cookies.ts'
import { hasDeviceCookie, knownAccountsOfBrowser } from './known-browser.ts'
import {
  addressIsBusy,
  attemptOf,
  countAttempt,
  forgiveAttempt,
  tooManyTries,
  type Attempt,
  type Verdict,
} from './log-in-limits.ts'
import type { SendsEmail } from '#server/messages/transport/stored-mailer.ts'
import { answerWith, openLoggedIn, type OpenedSession, type SessionAnswer } from './open-session.ts'
import { askForSecondStep, beginSecondStep } from './second-factor/second-step.ts'
import { hasFactor } from './second-factor/state.ts'

export type AuthOptions = CookieOptions & { limits: Limits }
/** `waitInQueue`: queues a log-in from an address that is over its limit. */
type LogInOptions = AuthOptions & { sendsEmail: SendsEmail; waitInQueue: (address: string) => Promise<boolean> }

const wrong = () => new AppError('unauthenticated', authMessages.wrongCredentials)

const isDefaultExpired = (account: Person, now: Date) =>
  account.must_set_password && account.default_password_until !== null && account.default_password_until <= now

/** `accounts`: those whose passwords the typed one is compared with. `attempts`: what was counted for this try. */
type Try = { accounts: Person[]; attempts: Attempt[]; verdict: Verdict }

/**
 * Counts a try at the accounts of an e-mail. A device cookie vouches only for the account that it names, so from a known
 * browser a try at the other accounts counts like one from an unknown browser, and these accounts are left out when
 * there were too many. The response is the same as if they did not exist.
 */
async function countTries(context: Context, found: Person[], email: string, limits: Limits): Promise<Try> {
  const count = (attempt: Attempt, whose?: Person) =>
    countAttempt(context, attempt, limits, whose?.name ?? 'an unknown account')
  const fromAddress = attemptOf(email, context.request.address)
  const known = await knownAccountsOfBrowser(context, found)
  if (known.length === 0)
    return { accounts: found, attempts: [fromAddress], verdict: await count(fromAddress, found.at(-1)) }
  const fromDevice = { device: known[0]!.device }
  const verdict = await count(fromDevice, known[0]!.account)
  const accounts = known.map(({ account }) => account)
  if (verdict === 'refused' || accounts.length === found.length) return { accounts, attempts: [fromDevice], verdict }
  const ofOthers = await count(fromAddress, found.at(-1))
  if (ofOthers === 'refused') return { accounts, attempts: [fromDevice], verdict }
  return { accounts: ofOthers === 'go' ? found : accounts, attempts: [fromDevice, fromAddress], verdict }
}

/**
 * Finds the accounts of the e-mail and counts the try. An error must not roll back the count, so it is thrown after the
 * transaction. Queueing holds no database connection.
 */
async function beginAttempt(context: DetachedContext, email: string, options: LogInOptions) {
  const { verdict, ...begun } = await context.inTransaction(async (inside) => {
    const found = await findPeopleByLogIn(inside.tx, email)
    const sendsEmail = await options.sendsEmail(inside)
    return { sendsEmail, ...(await countTries(inside, found, email, options.limits)) }
  })
  if (verdict === 'refused') throw tooManyTries(options.limits.logInsPerAccountAndAddress)
  const { address } = attemptOf(email, context.request.address)
  if (verdict === 'wait' && !(await options.waitInQueue(address))) throw addressIsBusy()
  return begun
}

/**
 * Returns the account to which the password belongs; undefined if none. An e-mail can have two accounts after a
 * registration, so a wrong password is always hashed twice: otherwise the time would reveal how many accounts the
 * e-mail has.
 */
async function findOwnerOfPassword(accounts: readonly Person[], password: string, sendsEmail: boolean) {
  for (const account of accounts) if (await isPassword(account.password_hash, password)) return account
  const asMany = sendsEmail ? 2 : 1
  for (let looked = accounts.length; looked < asMany; looked++) await isPassword(null, password)
  return undefined
}

/** What follows the right password: the opened session, or the token of the second step of the log-in. */
type Step = { opened: OpenedSession } | { pending: string }

/**
 * Opens a session after the password was checked. If the account has a second factor and does not trust this browser,
 * the second step of the log-in begins instead. Returns null if the account was closed or its password was changed
 * while the password was checked.
 */
async function finishLogIn(
  context: Context,
  account: Person,
  attempts: readonly Attempt[],
  hours: number,
): Promise<Step | null> {
  const present = await lockPerson(context.tx, account.id)
  if (present?.password_hash !== account.password_hash) return null
  for (const attempt of attempts) await forgiveAttempt(context, attempt)
  if ((await hasFactor(context.tx, account.id)) && !(await isTrustedBrowser(context, account.id)))
    return { pending: await beginSecondStep(context, account.id) }
  return { opened: await openLoggedIn(context, account, hours) }
}

/**
 * Opens a session for e-mail and password. The response and the work are the same whether the e-mail is unknown, the
 * account has no password, or the password is wrong. Throws a 403 that asks for the code of an account with a second
 * factor.
 */
export async function logIn(
  context: DetachedContext,
  typed: { email: string; password: string },
  options: LogInOptions,
): Promise<SessionAnswer> {
  const { accounts, attempts, sendsEmail } = await beginAttempt(context, typed.email, options)
  const account = await findOwnerOfPassword(accounts, typed.password, sendsEmail)
  if (!account) throw wrong()
  if (isDefaultExpired(account, context.now)) throw new AppError('unauthenticated', authMessages.defaultPasswordExpired)
  const step = await context.inTransaction((inside) => finishLogIn(inside, account, attempts, options.sessionHours))
  if (!step) throw wrong()
  if ('pending' in step) throw askForSecondStep(context, step.pending, options)
  return answerWith(context, step.opened, options)
}

/** Ends the session in the database, so that copies of its token are worthless. */
export async function logOut(context: DetachedContext<Principal>, options: CookieOptions): Promise<void> {
  await context.inTransaction(async (inside) => {
    await endSession(inside)
    await writeAuditLog(inside, { type: 'auth.session.closed', subjectId: context.user.id, parameters: {} })
  })
  clearSessionCookies(context.reply, options)
}

/** The account of this e-mail to which this browser has logged in before; undefined if there is none. */
async function knownAccount(context: DetachedContext, email: string): Promise<Person | undefined> {
  if (!hasDeviceCookie(context)) return undefined
  const [known] = await context.inTransaction(async (inside) =>
    knownAccountsOfBrowser(inside, await findPeopleByLogIn(inside.tx, email)),
  )
  return known?.account
}

/**
 * Limits all log-ins, successful ones too: each takes 20 ms of CPU and writes permanent rows. Failed log-ins have a far
 * lower limit in the database. Browsers that have logged in to the account before have their own limit, so that others
 * at the same address cannot use it up. Throws 429.
 */
export function limitLogIns(limits: Limits, work: typeof logIn): typeof logIn {
  const both = new TokenBuckets(limits.everyLogInPerAccountAndAddress)
  const byAddress = new TokenBuckets(limits.everyLogInPerAddress)
  const fromKnown = new TokenBuckets(limits.everyLogInPerAccountAndAddress)
  const secondsToWait = async (context: DetachedContext, email: string): Promise<number> => {
    const attempt = attemptOf(email, context.request.address)
    const seconds = both.take(attempt.both) || byAddress.take(attempt.address)
    const known = seconds === 0 ? undefined : await knownAccount(context, email)
    // The limit is per account and address and not per device, because each log-in issues a new device id. It is not
    // per e-mail, because another account with the same e-mail must not use it up.
    return known ? fromKnown.take(`${known.id} ${attempt.address}`) : seconds
  }
  return async (context, typed, options) => {
    const seconds = await secondsToWait(context, typed.email)
    if (seconds > 0) throw new AppError('too_many', requestRefusals.tooMany, { retryAfter: seconds })
    return work(context, typed, options)
  }
}
