import { randomInt } from 'node:crypto'
import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { BackgroundTasks } from '#server/lib/background-tasks.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { enqueueMessage } from '#server/messages/outbox/outbox.ts'
import { findPersonByLogIn } from '#server/people/find-person.ts'
import { errorDetails } from '#server/lib/log-errors.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { addressKey } from './address-key.ts'
import { countGuess } from './log-in-limits.ts'
import * as queries from './queries.ts'
import type { SendsEmail } from '#server/messages/transport/stored-mailer.ts'

export type ForgotOptions = {
  limits: Limits
  sendsEmail: SendsEmail
  backgroundTasks: BackgroundTasks
}

async function refuseTooMany(context: DetachedContext, { limits }: ForgotOptions): Promise<void> {
  const guess = {
    scope: 'forgot-password',
    key: addressKey(context.request.address),
    access: { what: 'mailed-links', name: '' },
  } as const
  const limit = limits.resetLinksPerAddress
  const tooMany = await context.inTransaction((inside) => countGuess(inside, guess, limit))
  if (tooMany) throw new AppError('too_many', requestRefusals.tooMany, { retryAfter: limit.windowSeconds })
}

/**
 * Queues the e-mail with the link for a new password; does nothing when there is no such account or too many links were
 * sent. The link itself is created when the e-mail is sent.
 */
const enqueueLink = (context: DetachedContext, email: string, { limits }: ForgotOptions) =>
  context.inTransaction(async (inside): Promise<void> => {
    // Anybody can ask for the link, not only the account's owner, so the history log names the system and not a person.
    const system = { ...inside, user: null }
    const account = await findPersonByLogIn(inside.tx, email)
    if (!account) return
    const { id, name } = account
    // A person who has not accepted their invitation can log in only with its link, which an admin can send again.
    if (await queries.invitationOf(inside.tx, id)) return
    const guess = { scope: 'reset-link', key: id, access: { what: 'mailed-links-of', name } } as const
    if (await countGuess(system, guess, limits.resetLinksPerAccount)) return
    await writeAuditLog(system, { type: 'auth.link.mailed', subjectId: id, parameters: { name } })
    // The random version keeps the e-mail from counting as a repetition of an earlier one, so each request sends
    // another link.
    enqueueMessage(inside, { occasion: 'password_reset', subjectId: id, version: randomInt(2 ** 47) })
  })

/**
 * Sends a one-time link to the owner of this e-mail. Everything that depends on whether the e-mail has an account
 * happens after the response, so that neither its text nor its timing reveals it. Throws a 409 when the clinic sends no
 * e-mail and a 429 for too many requests from one address.
 */
export async function forgotPassword(context: DetachedContext, email: string, options: ForgotOptions): Promise<void> {
  if (!(await context.inTransaction(options.sendsEmail))) {
    const clinic = await context.inTransaction(({ tx, branchId }) => clinicProfile(tx, branchId))
    throw new AppError('conflict', s.sendsNoEmail(clinic))
  }
  await refuseTooMany(context, options)
  options.backgroundTasks.run(
    () => enqueueLink(context, email, options),
    (error) => context.log.error({ reason: errorDetails(error).message }, 'a one-time link could not be made'),
  )
}
