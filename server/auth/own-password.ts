import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { hashPassword, isPassword } from '#server/lib/passwords.ts'
import { findPerson, lockPerson } from '#server/people/find-person.ts'
import { setPassword } from '#server/people/change-account.ts'
import { endSessionsOf } from '#server/sessions/public.ts'
import { refuseEasyPassword } from '#server/users/password-choice.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { callMessages } from '#shared/lib/messages.ts'
import { deviceSecret, newDevice, setDeviceCookie } from './known-browser.ts'
import type { AuthOptions } from './log-in.ts'
import { countGuess, forgiveGuesses, tooManyTries } from './log-in-limits.ts'

const gone = () => new AppError('unauthenticated', callMessages.authenticationRequired)

/**
 * Checks the current password before a change that a hijacked session must not make (another password or e-mail).
 * Throws a 422 for `field`; wrong tries are counted per account. Returns the hash that was compared.
 */
export async function requirePresentPassword(
  context: DetachedContext<Principal>,
  typed: string,
  field: string,
  limits: Limits,
): Promise<string | null> {
  const { user } = context
  const limit = limits.logInsPerAccountAndAddress
  const guess = {
    scope: 'present-password',
    key: user.id,
    access: { what: 'password-question', name: user.name },
  } as const
  const { account, tooMany } = await context.inTransaction(async (inside) => ({
    account: await findPerson(inside.tx, user.id),
    tooMany: await countGuess(inside, guess, limit),
  }))
  if (tooMany) throw tooManyTries(limit)
  if (!account) throw gone()
  if (!(await isPassword(account.password_hash, typed))) throw invalid(field, authMessages.currentPasswordWrong)
  await context.inTransaction((inside) => forgiveGuesses(inside, guess))
  return account.password_hash
}

/**
 * Locks the caller's account for a change after `requirePresentPassword`, which returned `comparedHash`. Throws a 422
 * if the password was changed meanwhile, and a 401 if the account was closed.
 */
export async function lockOwnAccount({ tx, user }: Context<Principal>, comparedHash: string | null): Promise<void> {
  const account = await lockPerson(tx, user.id)
  if (!account) throw gone()
  if (account.password_hash !== comparedHash) throw invalid('current_password', authMessages.currentPasswordWrong)
}

type Change = { current_password: string; new_password: string }

/**
 * Sets a person's own new password, which also replaces a default one. Ends all other sessions; other browsers are no
 * longer recognized.
 */
export async function chooseOwnPassword(
  context: DetachedContext<Principal>,
  change: Change,
  options: AuthOptions,
): Promise<void> {
  const before = await requirePresentPassword(context, change.current_password, 'current_password', options.limits)
  if (change.new_password === change.current_password) throw invalid('new_password', authMessages.samePassword)
  const person = context.user
  await refuseEasyPassword(context, { field: 'new_password', password: change.new_password, person })
  const passwordHash = await hashPassword(change.new_password)
  const device = await context.inTransaction(async (inside) => {
    const { user } = context
    await lockOwnAccount(inside, before)
    await setPassword(inside, user.id, passwordHash)
    await endSessionsOf(inside, user.id, user.session_id)
    await writeAuditLog(inside, {
      type: 'auth.password.changed',
      subjectId: user.id,
      parameters: {},
      changes: [{ field: 'password' }],
    })
    const secret = await deviceSecret(inside.tx, inside.now)
    return newDevice(secret, { id: user.id, password_hash: passwordHash }, inside.now)
  })
  setDeviceCookie(context.reply, device, options)
}
