import { findHolderOfEmail, notifyHolder } from '#server/auth/known-email.ts'
import { requirePresentPassword } from '#server/auth/own-password.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, ReadContext, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { changeContact, changeLocation } from '#server/people/change-person.ts'
import { findPerson, lockPerson, type Person } from '#server/people/find-person.ts'
import { endSessionsOf } from '#server/sessions/public.ts'
import { photoAddress } from '#server/users/photo.ts'
import { authMessages } from '#shared/auth/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import type { Role } from '#shared/people/role.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { profileEvents } from '#shared/profile/events.ts'
import { callMessages } from '#shared/lib/messages.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { Profile, profileContract } from '#shared/profile/contract.ts'
import { profileMessages } from '#shared/profile/messages.ts'
import type { SendsEmail } from '#server/messages/transport/stored-mailer.ts'

type Options = { limits: Limits; sendsEmail: SendsEmail }
type Contact = { name: string; email: string | null; contact_number: string | null }
type Changes = Parsed<typeof profileContract.update>['body']

const gone = () => new AppError('unauthenticated', callMessages.authenticationRequired)

const profileOf = (account: Person): Profile => ({
  id: account.id,
  name: account.name,
  contact_number: account.contact_number,
  email: account.email,
  location: account.location,
  photo: photoAddress(account.photo_path),
  Account_created_at: isoInManila(account.created_at),
  smsActivated: account.sms_activated,
  version: account.version,
})

/** The caller's own profile; there is no parameter to request another. */
export async function ownProfile({ tx, user }: ReadContext<Principal>): Promise<Profile> {
  const account = await findPerson(tx, user.id)
  if (!account) throw gone()
  return profileOf(account)
}

/**
 * Checks the current password before the e-mail changes, because people log in with it. Returns the hash that was
 * compared, or null when the e-mail stays.
 */
async function provePassword(
  context: DetachedContext<Principal>,
  changes: Changes,
  limits: Limits,
): Promise<string | null> {
  const before = await context.inTransaction(({ tx }) => findPerson(tx, context.user.id))
  if (!before) throw gone()
  if (before.email === changes.email) return null
  if (!changes.current_password) throw invalid('current_password', profileMessages.passwordForEmail)
  return requirePresentPassword(context, changes.current_password, 'current_password', limits)
}

/**
 * Saves name, e-mail and number. If the e-mail belongs to somebody else, the response does not say so, because that
 * would reveal an account; its holder is notified by e-mail instead. Without a mail server, or for staff, the e-mail of
 * somebody else throws a 422.
 */
async function saveContact(context: Context<Principal>, account: Person, after: Contact, options: Options) {
  const isNew = after.email !== null && after.email !== account.email
  const mayBeKnown = isNew && account.role === 'client' && (await options.sendsEmail(context))
  const holder = mayBeKnown ? await findHolderOfEmail(context, after.email!, account.id) : undefined
  await changeContact(context, account, { ...after, email_is_second: holder !== undefined })
  if (holder) await notifyHolder(context, holder, options.limits)
}

async function save(
  context: Context<Principal>,
  changes: Changes,
  provenHash: string | null,
  options: Options,
): Promise<Profile> {
  const { tx, user } = context
  const account = await lockPerson(tx, user.id)
  if (!account) throw gone()
  const { contact: contact_number, name, email, location } = changes
  const after = { name, contact_number, email, location }
  const differences = changesBetween(profileEvents['profile.profile.changed'], account, after)
  if (differences.length > 0) requireVersion(context, profileOf(account))
  if (differences.some(({ field }) => field === 'email')) {
    if (account.password_hash !== provenHash) throw invalid('current_password', authMessages.currentPasswordWrong)
    await endSessionsOf(context, user.id, user.session_id)
  }
  if (differences.length > 0) {
    await saveContact(context, account, { name, email, contact_number }, options)
    await changeLocation(context, user.id, location)
    await writeAuditLog(context, {
      type: 'profile.profile.changed',
      subjectId: user.id,
      parameters: {},
      changes: differences,
    })
  }
  return ownProfile(context)
}

/**
 * Changes the caller's own profile; a new e-mail ends all other sessions. Logs the names of changed fields, never their
 * values. Throws a 409 for a stale form.
 */
export async function changeOwnProfile(
  context: DetachedContext<Principal>,
  changes: Changes,
  options: Options,
): Promise<{ user: Profile; userRole: Role }> {
  const provenHash = await provePassword(context, changes, options.limits)
  const user = await context.inTransaction((inside) => save(inside, changes, provenHash, options))
  return { user, userRole: context.user.role }
}
