import { clinicProfile } from '#server/clinic/service.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { MailError, type Mail } from '#server/lib/mailer.ts'
import type { Outbox } from '#server/lib/mail-outbox.ts'
import { findPersonByEmail } from '#server/people/find-person.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import { callMessages } from '#shared/lib/call-messages.ts'
import { addressKey } from './address-key.ts'
import { countGuess } from './log-in-limits.ts'
import { EMAILED_MINUTES, issueResetLink, resetLinkOf } from './reset-links.ts'
import { resetMail } from './reset-mail.ts'

export type ForgotOptions = {
  limits: Limits
  /** Undefined: this clinic sends no email. */
  outbox?: Outbox | undefined
  publicUrl?: string | undefined
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

type Prepared = { mail: Mail; userId: string; name: string }

/** Makes the link and its email; null when there is nobody to send it to, or too many were sent. */
const prepare = (context: DetachedContext, email: string, { limits, publicUrl }: ForgotOptions) =>
  context.inTransaction(async (inside): Promise<Prepared | null> => {
    // Whoever asked is not known to be this person: the log names the system.
    const system = { ...inside, user: null }
    const account = await findPersonByEmail(inside.tx, email)
    if (!account?.email) return null
    const { id, name } = account
    const guess = { scope: 'reset-link', key: id, access: { what: 'mailed-links-of', name } } as const
    if (await countGuess(system, guess, limits.resetLinksPerAccount)) return null
    const { token } = await issueResetLink(inside.tx, inside.now, id, EMAILED_MINUTES)
    await writeAuditLog(system, { type: 'auth.link.mailed', subjectId: id, parameters: { name } })
    const to = { name, address: account.email }
    const clinic = await clinicProfile(inside.tx, inside.branchId)
    const mail = resetMail({ clinic, to, link: resetLinkOf(token, publicUrl) })
    return { mail, userId: id, name }
  })

/** What the mail server said stands in the server's log, that it failed in the history log; neither has an address. */
async function noteFailure(context: DetachedContext, { userId, name }: Prepared, error: MailError): Promise<void> {
  context.log.error({ reason: error.message }, 'an email could not be sent')
  await context.inTransaction((inside) =>
    writeAuditLog(inside, { type: 'auth.link.not-sent', subjectId: userId, parameters: { name } }, null),
  )
}

async function sendLink(context: DetachedContext, email: string, outbox: Outbox, options: ForgotOptions) {
  const prepared = await prepare(context, email, options)
  if (!prepared) return
  try {
    await outbox.send(prepared.mail)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    await noteFailure(context, prepared, error)
  }
}

/**
 * Has a one-time link sent to whoever has this email. All that depends on whether it is known happens after the answer,
 * so that neither its words nor its time tell. Throws 409 when the clinic sends no email, 429 for too many from one address.
 */
export async function forgotPassword(context: DetachedContext, email: string, options: ForgotOptions): Promise<void> {
  const { outbox } = options
  if (!outbox) {
    const clinic = await context.inTransaction(({ tx, branchId }) => clinicProfile(tx, branchId))
    throw new AppError('conflict', s.sendsNoEmail(clinic))
  }
  await refuseTooMany(context, options)
  outbox.later(
    () => sendLink(context, email, outbox, options),
    (error) => context.log.error({ reason: (error as Error).message }, 'a one-time link could not be made'),
  )
}
