import { randomInt } from 'node:crypto'
import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { AfterAnswer } from '#server/lib/after-answer.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { enqueueMessage } from '#server/messages/outbox/outbox.ts'
import { findPersonByLogIn } from '#server/people/find-person.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import { callMessages } from '#shared/lib/call-messages.ts'
import { addressKey } from './address-key.ts'
import { countGuess } from './log-in-limits.ts'
import * as queries from './queries.ts'

export type ForgotOptions = {
  limits: Limits
  sendsEmail: boolean
  afterAnswer: AfterAnswer
}

async function refuseTooMany(context: DetachedContext, { limits }: ForgotOptions): Promise<void> {
  const guess = {
    scope: 'forgot-password',
    key: addressKey(context.request.address),
    access: { what: 'mailed-links', name: '' },
  } as const
  const limit = limits.resetLinksPerAddress
  const tooMany = await context.inTransaction((inside) => countGuess(inside, guess, limit))
  if (tooMany) throw new AppError('too_many', callMessages.tooMany, { retryAfter: limit.windowSeconds })
}

/** Has the link sent; nothing happens when there is nobody to send it to, or too many were sent. The link is made when it leaves. */
const enqueueLink = (context: DetachedContext, email: string, { limits }: ForgotOptions) =>
  context.inTransaction(async (inside): Promise<void> => {
    // Whoever asked is not known to be this person: the log names the system.
    const system = { ...inside, user: null }
    const account = await findPersonByLogIn(inside.tx, email)
    if (!account) return
    const { id, name } = account
    // Until an invitation is accepted, it is the only way in; an admin sends it again.
    if (await queries.invitationOf(inside.tx, id)) return
    const guess = { scope: 'reset-link', key: id, access: { what: 'mailed-links-of', name } } as const
    if (await countGuess(system, guess, limits.resetLinksPerAccount)) return
    await writeAuditLog(system, { type: 'auth.link.mailed', subjectId: id, parameters: { name } })
    // Whoever asks again gets another link.
    enqueueMessage(inside, { occasion: 'password_reset', subjectId: id, version: randomInt(2 ** 47) })
  })

/**
 * Has a one-time link sent to whoever has this email. All that depends on whether it is known happens after the answer,
 * so that neither its words nor its time tell. Throws 409 when the clinic sends no email, 429 for too many from one address.
 */
export async function forgotPassword(context: DetachedContext, email: string, options: ForgotOptions): Promise<void> {
  if (!options.sendsEmail) {
    const clinic = await context.inTransaction(({ tx, branchId }) => clinicProfile(tx, branchId))
    throw new AppError('conflict', s.sendsNoEmail(clinic))
  }
  await refuseTooMany(context, options)
  options.afterAnswer.later(
    () => enqueueLink(context, email, options),
    (error) => context.log.error({ reason: (error as Error).message }, 'a one-time link could not be made'),
  )
}
