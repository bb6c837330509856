import type { Context } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Role } from '#shared/people/role.ts'
import { mustAwaitConfirmation } from './confirm-account.ts'
import * as queries from './queries.ts'
import { accountRow, needsAccount, personRow, type Contact, type NameParts, type Password } from './rows.ts'

type NewPerson = { name: NameParts; contact: Contact; password: Password }
type NewClient = { name: NameParts; contact: Contact; joinedAt: Date; note: string | null }

/**
 * Creates a person and, if there is an e-mail or password, the account; the caller logs the new person. Throws a 422
 * for an e-mail in use.
 */
export async function createPerson(context: Context, role: Role, person: NewPerson): Promise<string> {
  const { tx, now } = context
  const id = newId()
  await queries.insertPerson(tx, personRow(id, person.name, person.contact, now))
  if (needsAccount(role, person.contact.email, person.password))
    await queries.insertAccount(tx, {
      ...accountRow(id, role, person.password, now),
      awaits_confirmation: mustAwaitConfirmation(context, id),
    })
  return id
}

/** Creates a person's client record; a client whom staff create is known from the start. Returns the record's id. */
export async function addClientRecord(context: Context, personId: string, joinedAt = context.now): Promise<string> {
  const id = newId()
  await queries.insertClient(context.tx, {
    id,
    person_id: personId,
    joined_at: joinedAt,
    proven_at: context.user?.permissions.has('clients.manage') ? context.now : null,
  })
  return id
}

/** Creates a person with a client record and returns both ids. The caller logs the new client. */
export async function createPersonAndClient(
  context: Context,
  person: NewPerson,
  joinedAt?: Date,
): Promise<{ personId: string; clientId: string }> {
  const personId = await createPerson(context, 'client', person)
  return { personId, clientId: await addClientRecord(context, personId, joinedAt) }
}

/**
 * Creates many people with client records in three statements; the caller logs the new clients. A client with an e-mail
 * gets an account without a password, and chooses one with the link of “Forgot your password?”. Returns the ids in the
 * order of `clients`; throws a 422 if an e-mail is in use.
 */
export async function createPeopleAndClients(
  context: Context,
  clients: readonly NewClient[],
): Promise<{ personId: string; clientId: string }[]> {
  const { tx, now } = context
  if (clients.length === 0) return []
  const rows = clients.map((client) => ({ ...client, personId: newId(), clientId: newId() }))
  await queries.insertPeople(
    tx,
    rows.map(({ personId, name, contact }) => personRow(personId, name, contact, now)),
  )
  const withEmail = rows.filter(({ contact }) => contact.email !== null)
  await queries.insertAccounts(
    tx,
    withEmail.map(({ personId }) => ({
      ...accountRow(personId, 'client', { hash: null }, now),
      awaits_confirmation: mustAwaitConfirmation(context, personId),
    })),
  )
  await queries.insertClients(
    tx,
    rows.map(({ personId, clientId, joinedAt, note }) => ({
      id: clientId,
      person_id: personId,
      joined_at: joinedAt,
      proven_at: now,
      note,
    })),
  )
  return rows.map(({ personId, clientId }) => ({ personId, clientId }))
}
