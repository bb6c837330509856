import type { Tx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext } from '#server/lib/context.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { findPerson, lockPerson, type Person } from '#server/people/find-person.ts'
import { setPassword } from '#server/people/change-account.ts'
import { endSessionsOf } from '#server/sessions/public.ts'
import { refuseEasyPassword } from '#server/users/password-choice.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import type { CookieOptions } from './cookies.ts'
import { deviceSecret, newDevice, setDeviceCookie } from './known-browser.ts'
import * as queries from './queries.ts'
import { findOwnerOfLink, resetTokenHash } from './reset-links.ts'

/** The open account to which a valid link belongs. */
async function accountOfLink(tx: Tx, tokenHash: Buffer, now: Date): Promise<Person | undefined> {
  const userId = await findOwnerOfLink(tx, tokenHash, now)
  return userId === undefined ? undefined : findPerson(tx, userId)
}

const linkIsVoid = () => invalid('token', s.linkVoid)

/**
 * Consumes the link and sets the password. Returns the device id, because this browser has proved that it belongs to
 * the person.
 */
async function setPasswordWithLink(
  context: Context,
  userId: string,
  tokenHash: Buffer,
  passwordHash: string,
): Promise<string> {
  const account = await lockPerson(context.tx, userId)
  // Reads the link again, because its maker can have been dismissed since.
  const ownerId = await findOwnerOfLink(context.tx, tokenHash, context.now)
  if (!account || ownerId !== userId) throw linkIsVoid()
  if (!(await queries.consumeResetLink(context.tx, tokenHash, context.now))) throw linkIsVoid()
  await setPassword(context, userId, passwordHash)
  await endSessionsOf(context, userId)
  const by = { id: userId, name: account.name, role: account.role }
  const changes = [{ field: 'password' as const }]
  await writeAuditLog(context, { type: 'auth.password.reset', subjectId: userId, parameters: {}, changes }, by)
  const changed = { id: userId, password_hash: passwordHash }
  return newDevice(await deviceSecret(context.tx, context.now), changed, context.now)
}

/**
 * Sets a new password with a one-time link. Ends every session, forgets known browsers, and replaces a default
 * password. Throws a 422 for an easy password or a link that was used, replaced or has expired.
 */
export async function resetPassword(
  context: DetachedContext,
  { token, password }: { token: string; password: string },
  options: CookieOptions,
): Promise<void> {
  const tokenHash = resetTokenHash(token)
  const account = await context.inTransaction(({ tx }) => accountOfLink(tx, tokenHash, context.now))
  if (!account) throw linkIsVoid()
  await refuseEasyPassword(context, { field: 'password', password, person: account })
  const passwordHash = await hashPassword(password)
  const device = await context.inTransaction((inside) =>
    setPasswordWithLink(inside, account.id, tokenHash, passwordHash),
  )
  setDeviceCookie(context.reply, device, options)
}
