import type { Tx } from '#server/db/pool.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { changeContact } from '#server/people/change-person.ts'
import { createPeopleAndClients } from '#server/people/create-person.ts'
import { deletePeople, findReasonsToKeep } from '#server/people/delete-people.ts'
import { setFirstNote, setNote } from '#server/people/change-client.ts'
import {
  findFillableFields,
  findNote,
  findPeopleWithKeys,
  findPersonOfClient,
  lockPerson,
  type Person,
} from '#server/people/find-person.ts'
import type { NameParts } from '#server/people/rows.ts'
import { invalid } from '#server/lib/app-error.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { joinedAt, refuseForeignEmail } from './client-changes.ts'

type By = Context<Principal>

/**
 * A client in an imported table. Imported clients get no default password, because nobody could hand out thousands of
 * them.
 */
export type ListedClient = {
  parts: NameParts
  email: string | null
  contactNumber: string | null
  /** The date since when the person is a client; undefined means today. */
  since: CivilDate | undefined
  note: string | null
}

/** Throws a 422 if one of the e-mails already belongs to somebody. */
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

/** The contact details and the note that `fillContact` added to a client who had none. */
export type FilledContact = { email?: string; contact_number?: string; note?: string }
type ListedContact = { email: string | null; contact_number: string | null; note: string | null }

async function lockPersonOfClient(by: By, clientId: string) {
  const found = await findPersonOfClient(by.tx, clientId)
  return found && lockPerson(by.tx, found.person_id)
}

/**
 * Locks a client and adds e-mail, number and note where the client has none; existing values do not change. The caller
 * writes the log. Throws a 409 or 422 for an e-mail of somebody else. Returns what was added; undefined if the client
 * no longer exists. `keepsVersion` is for a client whom the same import has added, and whose note must keep its first
 * version.
 */
export async function fillContact(
  by: By,
  clientId: string,
  { email, contact_number, note }: ListedContact,
  { keepsVersion }: { keepsVersion: boolean },
): Promise<FilledContact | undefined> {
  const person = await lockPersonOfClient(by, clientId)
  if (!person) return undefined
  const contact: FilledContact = {
    ...(email !== null && person.email === null && { email }),
    ...(contact_number !== null && person.contact_number === null && { contact_number }),
  }
  if (contact.email !== undefined) await refuseForeignEmail(by.tx, contact.email, person)
  if (Object.keys(contact).length > 0)
    await changeContact(by, person, {
      name: person.name,
      email: contact.email ?? person.email,
      contact_number: contact.contact_number ?? person.contact_number,
      email_is_second: person.email_is_second,
    })
  if (note === null || (await findNote(by.tx, clientId)).text !== null) return contact
  await (keepsVersion ? setFirstNote : setNote)(by.tx, clientId, note)
  return { ...contact, note }
}

/**
 * Locks a client and removes what `fillContact` has added and nobody has changed since. Returns whether all of it was
 * removed.
 */
export async function removeFilledContact(by: By, clientId: string, filled: FilledContact): Promise<boolean> {
  const person = await lockPersonOfClient(by, clientId)
  if (!person) return true
  const { note, ...contact } = filled
  const isNoteLeft = note === undefined || (await findNote(by.tx, clientId)).text === note
  if (note !== undefined && isNoteLeft) await setNote(by.tx, clientId, null)
  if (Object.keys(contact).length === 0) return isNoteLeft
  return (await removeContact(by, person, contact)) && isNoteLeft
}

async function removeContact(by: By, person: Person, filled: Omit<FilledContact, 'note'>): Promise<boolean> {
  const isEmailLeft = filled.email === undefined || person.email === filled.email
  const isNumberLeft = filled.contact_number === undefined || person.contact_number === filled.contact_number
  // The e-mail stays if the client has a password, because they log in with the e-mail.
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

/**
 * Finds the clients who have an empty field for which the imported table has a value. The import locks and changes only
 * these clients, one by one: when a table is imported again, most clients have no such field.
 */
export async function findClientsLacking(
  tx: Tx,
  listed: readonly { clientId: string; fields: Readonly<Record<string, unknown>> }[],
): Promise<Set<string>> {
  if (listed.length === 0) return new Set()
  const ids = [...new Set(listed.map(({ clientId }) => clientId))]
  const rows = new Map((await findFillableFields(tx, ids)).map((row) => [row.id, row as Record<string, unknown>]))
  const isEmpty = (value: unknown) => value == null || (Array.isArray(value) && value.length === 0)
  const lacks = ({ clientId, fields }: (typeof listed)[number]) =>
    Object.entries(fields).some(([field, value]) => !isEmpty(value) && isEmpty(rows.get(clientId)?.[field]))
  return new Set(listed.filter(lacks).map(({ clientId }) => clientId))
}

export { deletePeople as deleteClients, findReasonsToKeep }
