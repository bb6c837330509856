import { randomInt } from 'node:crypto'
import type { Context } from '#server/lib/context.ts'
import { enqueueMessage } from '#server/messages/outbox/outbox.ts'
import { mustAwaitConfirmation } from './confirm-account.ts'
import type { Person } from './find-person.ts'
import * as queries from './queries.ts'
import { accountRow, contactColumns, type Contact, type NameParts } from './rows.ts'
import { CONFIRMED } from './verified-contact.ts'

type ContactChange = Contact & {
  /** The full name. `parts` contains its parts, if they are known. */
  name: string
  parts?: NameParts | undefined
}

/** The stored parts of a name stay while the full name is unchanged; a new full name is stored undivided. */
const nameAfter = (before: Person | ContactBefore, after: ContactChange): NameParts =>
  after.parts ?? (before.name === after.name ? before : { first_name: after.name })

type LogIn = NonNullable<Awaited<ReturnType<typeof queries.lockLogIn>>>

type ContactBefore = NameParts & { id: string; name: string; email: string | null; email_is_second: boolean }

/**
 * Decides with which e-mail a person logs in after their e-mail changes to `email`. Staff without the right to manage
 * users could take over an account by changing its e-mail: if the person has their own password, the new e-mail waits
 * for confirmation, and the previous one stays the log-in and is notified. Otherwise the new e-mail is the log-in, and
 * the account awaits confirmation (`changeContact`).
 */
async function logInAfter(context: Context, account: LogIn, email: string | null) {
  const { user } = context
  const personId = account.id
  if (!account.has_own_password || user?.id === personId) return CONFIRMED
  const before = account.email_waits ? account.log_in_email : account.email
  const version = randomInt(2 ** 47)
  if (before !== null && before !== email)
    enqueueMessage(context, { occasion: 'email_changed', subjectId: personId, version, parameters: { to: before } })
  if (email === before || user?.permissions.has('users.manage')) return CONFIRMED
  if (email !== null) enqueueMessage(context, { occasion: 'email_verification', subjectId: personId, version })
  return { email_waits: true, log_in_email: before }
}

/**
 * Changes a person's name, e-mail and number; the caller logs the change. A new e-mail creates an account for log-in.
 * Throws a 422 for an e-mail in use, unless `email_is_second` says that it belongs to another record too.
 */
export async function changeContact(context: Context, before: ContactBefore, after: ContactChange): Promise<void> {
  const { tx, now } = context
  const email_is_second = after.email === before.email ? before.email_is_second : (after.email_is_second ?? false)
  const columns = contactColumns(nameAfter(before, after), { ...after, email_is_second })
  const account = after.email === before.email ? undefined : await queries.lockLogIn(tx, before.id)
  const logIn = account && (await logInAfter(context, account, after.email))
  await queries.updatePerson(tx, before.id, { ...columns, ...logIn, updated_at: now })
  if (after.email === null) return
  await queries.ensureAccount(tx, accountRow(before.id, 'client', { hash: null }, now))
  if (account && !account.has_own_password && mustAwaitConfirmation(context, before.id))
    await queries.updateAccount(tx, before.id, { awaits_confirmation: true })
}

export const changeLocation = ({ tx, now }: Context, personId: string, location: string | null) =>
  queries.updatePerson(tx, personId, { location, updated_at: now })

export const changePhoto = ({ tx, now }: Context, personId: string, photo: string | null) =>
  queries.updatePerson(tx, personId, { photo_path: photo, updated_at: now })
