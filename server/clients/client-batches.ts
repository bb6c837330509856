import type { Tx } from '#server/db/pool.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { changeContact } from '#server/people/change-person.ts'
import { createPeopleAndClients } from '#server/people/create-person.ts'
import { deletePeople, findReasonsToKeep } from '#server/people/delete-people.ts'
import { findPeopleWithKeys, findPersonOfClient, lockPerson } from '#server/people/find-person.ts'
import type { NameParts } from '#server/people/rows.ts'
import { invalid } from '#server/lib/app-error.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { joinedAt, refuseForeignEmail } from './client-changes.ts'

type By = Context<Principal>

/** A client of a list. They get no default password, because nobody could hand thousands of them out. */
export type ListedClient = {
  parts: NameParts
  email: string | null
  contactNumber: string | null
  /** Client since this date; today if left out. */
  since: CivilDate | undefined
  note: string | null
}

/** Throws a 422 if one of the e-mails is somebody's. */
async function refuseEmailsInUse(tx: Tx, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  const [owner] = await findPeopleWithKeys(tx, { emails, phones: [], names: [] })
  if (owner) throw invalid('email', owner.is_staff ? s.emailOfStaff : s.emailInUse(owner.name))
}

/**
 * Creates many clients at once, under the same rules as a single one, and writes no log entry for each. Throws a 422 if
 * one of them cannot be created; then none is. Returns the clients' ids in the order of `clients`.
 */
export async function createClientRecords(by: By, clients: readonly ListedClient[]): Promise<string[]> {
  await refuseEmailsInUse(
    by.tx,
    clients.flatMap(({ email }) => (email === null ? [] : [email])),
  )
  const created = await createPeopleAndClients(
    by,
    clients.map(({ parts, email, contactNumber, since, note }) => ({
      name: parts,
      contact: { email, contact_number: contactNumber },
      joinedAt: joinedAt(by.now, since),
      note,
    })),
  )
  return created.map(({ clientId }) => clientId)
}

/** The contact details that a client had not had before. */
export type FilledContact = { email?: string; contact_number?: string }

async function lockPersonOfClient(by: By, clientId: string) {
  const found = await findPersonOfClient(by.tx, clientId)
  return found && lockPerson(by.tx, found.person_id)
}

/**
 * Adds e-mail and number to a client who has none; what the client has does not change. The caller logs it. An e-mail
 * of somebody else throws a 409 or 422. Returns what was added.
 */
export async function fillContact(
  by: By,
  clientId: string,
  { email, contact_number }: { email: string | null; contact_number: string | null },
): Promise<FilledContact> {
  const person = await lockPersonOfClient(by, clientId)
  if (!person) return {}
  const filled: FilledContact = {
    ...(email !== null && person.email === null && { email }),
    ...(contact_number !== null && person.contact_number === null && { contact_number }),
  }
  if (Object.keys(filled).length === 0) return {}
  if (filled.email !== undefined) await refuseForeignEmail(by.tx, filled.email, person)
  await changeContact(by, person, {
    name: person.name,
    email: filled.email ?? person.email,
    contact_number: filled.contact_number ?? person.contact_number,
    email_is_second: person.email_is_second,
  })
  return filled
}

/** Removes contact details that `fillContact` has added and nobody has changed since. Returns whether all were removed. */
export async function removeFilledContact(by: By, clientId: string, filled: FilledContact): Promise<boolean> {
  const person = await lockPersonOfClient(by, clientId)
  if (!person) return true
  const isEmailLeft = filled.email === undefined || person.email === filled.email
  const isNumberLeft = filled.contact_number === undefined || person.contact_number === filled.contact_number
  // Somebody who logs in with the e-mail needs it.
  if (!isEmailLeft || !isNumberLeft || (filled.email !== undefined && person.password_hash !== null)) return false
  await changeContact(by, person, {
    name: person.name,
    email: filled.email === undefined ? person.email : null,
    contact_number: filled.contact_number === undefined ? person.contact_number : null,
  })
  return true
}

/** Clients of the clinic who have one of many e-mails, numbers or names. */
export const findClientsWithKeys = findPeopleWithKeys

export { deletePeople as deleteClients, findReasonsToKeep }
