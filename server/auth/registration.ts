import { record } from '#server/history-logs/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext } from '#server/lib/context.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { acceptNotice } from '#server/privacy/service.ts'
import { refuseEasyPassword } from '#server/users/password-choice.ts'
import { createClientAccount } from '#server/users/service.ts'
import { authSentences } from '#shared/auth/sentences.ts'
import { callSentences } from '#shared/lib/errors.ts'
import { isStaff } from '#shared/users/roles.ts'
import { addressKey } from './address-key.ts'
import type { AuthOptions } from './log-in.ts'
import { countGuess } from './log-in-limits.ts'
import { answerWith, openSessionOf, type SessionAnswer } from './open-session.ts'

type Registration = { name: string; email: string; password: string; privacy_version?: string | undefined }

async function refuseTooMany(context: DetachedContext, { limits }: AuthOptions): Promise<void> {
  const guess = { scope: 'registration', key: addressKey(context.request.address), what: 'registration' }
  const limit = limits.registrationsPerAddress
  const tooMany = await context.inTransaction((inside) => countGuess(inside, guess, limit))
  if (tooMany) throw new AppError('too_many', callSentences.tooMany, { retryAfter: limit.windowSeconds })
}

/** A visitor's own account, of role client, logged in at once. Staff add people from their own screens. */
export async function register(
  context: DetachedContext,
  person: Registration,
  options: AuthOptions,
): Promise<SessionAnswer> {
  if (context.user && isStaff(context.user.role)) throw new AppError('forbidden', authSentences.staffRegister)
  await refuseTooMany(context, options)
  await refuseEasyPassword(context, { field: 'password', password: person.password, person })
  const passwordHash = await hashPassword(person.password)
  const session = await context.inTransaction(async (inside) => {
    const { userId } = await createClientAccount(inside, { name: person.name, email: person.email, passwordHash })
    const by = { id: userId, name: person.name, role: 'client' }
    await record(inside, { type: 'create', action: 'Registered as a client', subject: 'user', subjectId: userId, by })
    if (person.privacy_version !== undefined) await acceptNotice(inside, by, person.privacy_version)
    return openSessionOf(inside, userId, options.sessionHours)
  })
  return answerWith(context, session, options)
}
