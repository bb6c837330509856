import type { ReadTx } from '#server/db/pool.ts'
import { forgetTriesOfClient } from '#server/db/registration-tries.ts'
import type { Context } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { Role } from '#shared/lib/endpoint.ts'
import { searchable } from '#shared/lib/names.ts'
import { normalisePhone } from '#shared/lib/phone.ts'
import * as queries from './queries.ts'

export type NewAccount = {
  name: string
  email: string | null
  contactNumber?: string | null
  /** Null: no log-in is possible. */
  passwordHash: string | null
  /** Set for a default password: until then it works, and only to choose an own one. */
  defaultPasswordUntil?: Date | null
}

/** What an account is found by: name, e-mail, and its number in both forms. */
export const accountSearchText = (account: { name: string; email: string | null; contactNumber?: string | null }) =>
  searchable(account.name, account.email, account.contactNumber, normalisePhone(account.contactNumber ?? null))

/** Makes an account; the caller logs it. Throws a 422 for an e-mail that is in use. */
export async function createAccount(context: Context, role: Role, account: NewAccount): Promise<string> {
  const id = newId()
  await queries.insertUser(context.tx, {
    id,
    name: account.name,
    email: account.email,
    role,
    contact_number: account.contactNumber ?? null,
    contact_normalised: normalisePhone(account.contactNumber ?? null),
    password_hash: account.passwordHash,
    must_set_password: account.defaultPasswordUntil != null,
    default_password_until: account.defaultPasswordUntil ?? null,
    created_at: context.now,
    updated_at: context.now,
    search_text: accountSearchText(account),
  })
  return id
}

export type NameParts = {
  first_name: string
  middle_name?: string | null
  last_name?: string | null
  suffix?: string | null
}

/** The client record of an account; whom staff put on file is proven by that. Returns its id. */
export async function addClientRecord(context: Context, userId: string, names: NameParts): Promise<string> {
  const clientId = newId()
  await queries.insertClient(context.tx, {
    id: clientId,
    user_id: userId,
    first_name: names.first_name,
    middle_name: names.middle_name ?? null,
    last_name: names.last_name ?? null,
    suffix: names.suffix ?? null,
    joined_at: context.now,
    proven_at: context.user?.permissions.has('clients.manage') ? context.now : null,
  })
  return clientId
}

/** A person on file: one user of role client and one client row. Returns both ids. */
export async function createClientAccount(
  context: Context,
  account: NewAccount,
  names: NameParts = { first_name: account.name },
): Promise<{ userId: string; clientId: string }> {
  const userId = await createAccount(context, 'client', account)
  return { userId, clientId: await addClientRecord(context, userId, names) }
}

/**
 * The clinic knows the person from now on (it confirmed a visit, booked one for them or sold to them): the registration
 * counts no more against its address. True when the person was unproven before. The caller logs what proved it.
 */
export async function proveClient(context: Context, clientId: string): Promise<boolean> {
  if (!(await queries.setProven(context.tx, clientId, context.now))) return false
  await forgetTriesOfClient(context.tx, clientId)
  return true
}

/** The open account behind an id or an e-mail address (trimmed, lower case). */
export const findById = queries.userById
export const findByEmail = queries.userByEmail

/** The open account, held until the end of the transaction. */
export const lockAccount = queries.lockedUserById

/** True once the clinic has an admin who can log in. */
export const hasAdmin = async (tx: ReadTx): Promise<boolean> => (await queries.anyAdmin(tx)) !== undefined

/** A chosen password: from now on it is the only one, and a first password is done with. */
export const setPassword = (context: Context, id: string, passwordHash: string) =>
  queries.updateUser(context.tx, id, {
    password_hash: passwordHash,
    must_set_password: false,
    default_password_until: null,
    updated_at: context.now,
  })

/** A default password: until then it works, and only to choose an own one. The caller ends the sessions and logs it. */
export const setDefaultPassword = (context: Context, id: string, passwordHash: string, until: Date) =>
  queries.updateUser(context.tx, id, {
    password_hash: passwordHash,
    must_set_password: true,
    default_password_until: until,
    updated_at: context.now,
  })

type Contact = { name: string; email: string | null; contact_number: string | null }

/**
 * Changes name, e-mail and number of an account; the caller logs it. The client record follows if there is one: a name
 * that was typed as one line is kept as one. Throws a 422 for an e-mail that is in use.
 */
export async function changeContact(context: Context, before: Contact & { id: string }, after: Contact): Promise<void> {
  await queries.updateUser(context.tx, before.id, {
    name: after.name,
    email: after.email,
    contact_number: after.contact_number,
    contact_normalised: normalisePhone(after.contact_number),
    search_text: accountSearchText({ name: after.name, email: after.email, contactNumber: after.contact_number }),
    updated_at: context.now,
  })
  if (before.name === after.name) return
  const oneLine = { first_name: after.name, middle_name: null, last_name: null, suffix: null }
  await queries.updateClientOf(context.tx, before.id, oneLine)
}
