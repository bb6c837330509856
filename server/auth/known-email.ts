import { randomInt } from 'node:crypto'
import type { Context } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { enqueueMessage } from '#server/messages/outbox/outbox.ts'
import { findPersonByEmail, lockEmail, type Person } from '#server/people/find-person.ts'
import { countGuess } from './log-in-limits.ts'

/**
 * To whom an e-mail belongs that a client gives as their own; undefined when it is nobody's. With a holder the caller keeps it
 * as a second one (`email_is_second`) and answers as without. It stays so until the end of the transaction.
 */
export async function findHolderOfEmail({ tx }: Context, email: string): Promise<Person | undefined> {
  await lockEmail(tx, email)
  const found = await findPersonByEmail(tx, email)
  return found?.email_is_second ? undefined : found
}

/**
 * Tells the holder by mail that somebody gave their e-mail as their own: whoever reads it may be the same person. Beyond the
 * limit nothing is sent, and nobody is told so: that would say that the e-mail is known.
 */
export async function notifyHolder(context: Context, { id, name }: Person, limits: Limits): Promise<void> {
  // Whoever asked is not known to be this person: the log names the system.
  const system = { ...context, user: null }
  const guess = { scope: 'email-known', key: id, access: { what: 'email-links-of', name } } as const
  if (await countGuess(system, guess, limits.emailLinksPerPerson)) return
  enqueueMessage(context, { occasion: 'email_known', subjectId: id, version: randomInt(2 ** 47) })
}
