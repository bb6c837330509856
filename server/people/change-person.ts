import { randomInt } from 'node:crypto'
import type { Context } from '#server/lib/context.ts'
import { enqueueMessage } from '#server/messages/outbox/outbox.ts'
import type { Role } from '#shared/people/role.ts'
import type { Person } from './find-person.ts'
import { CONFIRMED } from './verified-contact.ts'
import * as queries from './queries.ts'
import { accountRow, contactColumns, type Contact, type NameParts } from './rows.ts'

type ContactChange = Contact & {
  /** The name in one piece; `parts` beside it when it is known in parts. */
  name: string
  parts?: NameParts | undefined
}

const noPassword = { hash: null }

/** The parts of a name stay while the name does; a new one is kept as it was typed. */
const nameAfter = (before: Person | ContactBefore, after: ContactChange): NameParts =>
  after.parts ?? (before.name === after.name ? before : { first_name: after.name })

type ContactBefore = NameParts & { id: string; name: string; email: string | null; email_is_second: boolean }

/**
 * With which e-mail a person logs in after their e-mail changes to `email`. Staff without the right to manage users
 * could take over an account by changing its e-mail: if the person has their own password, the new e-mail waits for
 * confirmation, and the previous one stays the log-in and is notified.
 */
async function logInAfter(context: Context, personId: string, email: string | null) {
  const { tx, user } = context
  const account = await queries.lockLogIn(tx, personId)
  if (!account?.has_own_password || user?.id === personId) return CONFIRMED
  const before = account.email_waits ? account.log_in_email : account.email
  const version = randomInt(2 ** 47)
  if (before !== null && before !== email)
    enqueueMessage(context, { occasion: 'email_changed', subjectId: personId, version, parameters: { to: before } })
  if (email === before || user?.permissions.has('users.manage')) return CONFIRMED
  if (email !== null) enqueueMessage(context, { occasion: 'email_verification', subjectId: personId, version })
  return { email_waits: true, log_in_email: before }
}

/**
 * Changes name, e-mail and number of a person; the caller logs it. Who gets an e-mail can log in from now on: there is
 * an account from then. Throws a 422 for an e-mail that is in use, unless it is said to be a second one.
 */
export async function changeContact(context: Context, before: ContactBefore, after: ContactChange): Promise<void> {
  const { tx, now } = context
  const email_is_second = after.email === before.email ? before.email_is_second : (after.email_is_second ?? false)
  const columns = contactColumns(nameAfter(before, after), { ...after, email_is_second })
  const logIn = after.email === before.email ? {} : await logInAfter(context, before.id, after.email)
  await queries.updatePerson(tx, before.id, { ...columns, ...logIn, updated_at: now })
  if (after.email !== null) await queries.ensureAccount(tx, accountRow(before.id, 'client', noPassword, now))
}

export const changeLocation = ({ tx, now }: Context, personId: string, location: string | null) =>
  queries.updatePerson(tx, personId, { location, updated_at: now })

export const changePhoto = ({ tx, now }: Context, personId: string, photo: string | null) =>
  queries.updatePerson(tx, personId, { photo_path: photo, updated_at: now })

/** Changes what an account may do; a person without one gets it. The caller ends the sessions and logs it. */
export async function changeRole({ tx, now }: Context, personId: string, role: Role): Promise<void> {
  await queries.ensureAccount(tx, accountRow(personId, role, noPassword, now))
  // Only a practitioner's log-in shows the visits of one.
  await queries.updateAccount(tx, personId, { role, ...(role !== 'practitioner' && { practitioner_id: null }) })
}

/** Says whose visits the log-in of a practitioner shows. Throws a 422 for one who is unknown or has a log-in. */
export const changePractitioner = ({ tx }: Context, personId: string, practitioner_id: string | null) =>
  queries.updateAccount(tx, personId, { practitioner_id })
