import type { Context } from '#server/lib/context.ts'
import type { Role } from '#shared/people/role.ts'
import { mustAwaitConfirmation } from './confirm-account.ts'
import * as queries from './queries.ts'
import { accountRow } from './rows.ts'

/** Sets the password that a person has chosen, which replaces a default password. */
export const setPassword = ({ tx, now }: Context, id: string, passwordHash: string) =>
  queries.updateAccount(tx, id, {
    password_hash: passwordHash,
    must_set_password: false,
    default_password_until: null,
    updated_at: now,
  })

/**
 * Sets a default password that expires and only allows choosing another. Unless an admin sets it, the account awaits
 * confirmation, because others can derive the password from the name. The caller ends the sessions and logs the change.
 */
export const setDefaultPassword = (context: Context, id: string, passwordHash: string, until: Date) =>
  queries.updateAccount(context.tx, id, {
    password_hash: passwordHash,
    must_set_password: true,
    default_password_until: until,
    ...(mustAwaitConfirmation(context, id) && { awaits_confirmation: true }),
    updated_at: context.now,
  })

/** A user who becomes staff must choose another password at the next log-in. */
export const requirePasswordChoice = ({ tx }: Context, id: string) =>
  queries.updateAccount(tx, id, { must_set_password: true })

/** Changes an account's role, or creates the account. The caller ends the sessions and logs the change. */
export async function changeRole({ tx, now }: Context, personId: string, role: Role): Promise<void> {
  await queries.ensureAccount(tx, accountRow(personId, role, { hash: null }, now))
  // Only an account with the role practitioner can be linked to a practitioner who treats clients.
  await queries.updateAccount(tx, personId, { role, ...(role !== 'practitioner' && { practitioner_id: null }) })
}

/**
 * Links an account to the practitioner who logs in with it. Throws a 422 if the practitioner is unknown or already has
 * an account.
 */
export const changePractitioner = ({ tx }: Context, personId: string, practitioner_id: string | null) =>
  queries.updateAccount(tx, personId, { practitioner_id })
