import { randomInt } from 'node:crypto'
import type { Context } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { enqueueMessage } from '#server/messages/outbox/outbox.ts'
import { findPersonByEmail, lockEmail, type Person } from '#server/people/find-person.ts'
import { countGuess } from './log-in-limits.ts'

/**
 * Finds the other person who already has an e-mail that a client enters as their own; undefined if nobody else does. If
 * there is a holder, the caller stores the e-mail as a second one (`email_is_second`) and responds as usual. A client
 * (`ownId`) whose e-mail was changed by staff still logs in with the previous one, and may enter it again. The e-mail is
 * locked until the transaction ends.
 */
export async function findHolderOfEmail(
  { tx }: Context,
  email: string,
  ownId: string | null,
): Promise<Person | undefined> {
  await lockEmail(tx, email)
  const found = await findPersonByEmail(tx, email)
  return found?.email_is_second || found?.id === ownId ? undefined : found
}

/**
 * E-mails the holder that somebody entered this address as their own, because both may be the same person. Beyond the
 * limit nothing is sent, and nothing is thrown: an error would reveal that the e-mail has an account.
 */
export async function notifyHolder(context: Context, { id, name }: Person, limits: Limits): Promise<void> {
  // Whoever entered the e-mail may not be its holder, so the history log names the system and not a person.
  const system = { ...context, user: null }
  const guess = { scope: 'email-known', key: id, access: { what: 'email-links-of', name } } as const
  if (await countGuess(system, guess, limits.emailLinksPerPerson)) return
  enqueueMessage(context, { occasion: 'email_known', subjectId: id, version: randomInt(2 ** 47) })
}
