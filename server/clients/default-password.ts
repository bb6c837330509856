import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { lockPerson } from '#server/people/find-person.ts'
import { setDefaultPassword } from '#server/people/change-account.ts'
import { endSessionsOf } from '#server/sessions/public.ts'
import type { clientsContract } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'
import { logInOf } from './client-records.ts'
import * as views from './views.ts'

/** A default password works this long, and only until the person chooses another. */
const DEFAULT_PASSWORD_DAYS = 14

/**
 * The default password of a name (or the first password that staff entered) with its hash and expiry. Hashing is slow,
 * so no database connection is used meanwhile.
 */
export async function makeDefaultPassword(name: string, now: Date, password = defaultPasswordFor(name)) {
  const until = new Date(now.getTime() + DEFAULT_PASSWORD_DAYS * 86_400_000)
  return { password, hash: await hashPassword(password), until }
}

/**
 * The default password of a new client with an e-mail. Null without an e-mail, and null if an API key creates the
 * client, because with the password the key's holder could log in as the client.
 */
export const firstPasswordOf = async (
  { now, user }: Pick<DetachedContext<Principal>, 'now' | 'user'>,
  { name, email }: { name: string; email: string | null },
) => (email === null || user.api_key_id ? null : makeDefaultPassword(name, now))

export type FirstPassword = Awaited<ReturnType<typeof firstPasswordOf>>

/**
 * Locks a client's account. Throws a 404 for an unknown or removed client and a 409 for one who needs no default
 * password.
 */
async function lockWithoutOwnPassword({ tx }: Context, clientId: string) {
  const client = await views.clientById(tx, clientId)
  const account = client && (await lockPerson(tx, client.user_id))
  if (!account) throw new AppError('not_found', s.notFoundTitle)
  const { status } = logInOf(account)
  if (status === 'No email') throw new AppError('conflict', s.renewNeedsEmail)
  if (status === 'Own password') throw new AppError('conflict', s.hasOwnPassword(account.name))
  return account
}

/**
 * Gives a client a new default password because the first one expired or was forgotten; it is shown only once. Sessions
 * and links from before the renewal end. Throws the errors of `lockWithoutOwnPassword`.
 */
export async function renewDefaultPassword(
  context: DetachedContext<Principal>,
  clientId: string,
): Promise<Answer<typeof clientsContract.renewDefaultPassword>> {
  const { name } = await context.inTransaction((inside) => lockWithoutOwnPassword(inside, clientId))
  const { password, hash, until } = await makeDefaultPassword(name, context.now)
  await context.inTransaction(async (inside) => {
    // If the person has chosen a password during the hashing, that password is not replaced (409).
    const account = await lockWithoutOwnPassword(inside, clientId)
    await setDefaultPassword(inside, account.id, hash, until)
    await endSessionsOf(inside, account.id)
    await writeAuditLog(inside, {
      type: 'clients.default-password.renewed',
      subjectId: clientId,
      parameters: { name: account.name },
      changes: [{ field: 'password' }],
    })
  })
  return { data: { default_password: password, default_password_until: isoInManila(until) } }
}
