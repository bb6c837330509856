import { sql, type Insertable, type Updateable } from 'kysely'
import { insertAsJson } from '#server/db/insert-as-json.ts'
import { executeAhead } from '#server/db/pipeline.ts'
import type { Tx } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Accounts, Clients, People } from '#server/db/schema.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

const nextVersion = { version: sql<number>`version + 1` }

export const insertPerson = (tx: Tx, row: Insertable<People>) => tx.insertInto('people').values(row).execute()

export const insertAccount = (tx: Tx, row: Insertable<Accounts>) => tx.insertInto('accounts').values(row).execute()

export const insertPeople = (tx: Tx, rows: readonly Insertable<People>[]) => insertAsJson(tx, 'people', rows)
export const insertAccounts = (tx: Tx, rows: readonly Insertable<Accounts>[]) => insertAsJson(tx, 'accounts', rows)
export const insertClients = (tx: Tx, rows: readonly Insertable<Clients>[]) => insertAsJson(tx, 'clients', rows)

/** Deletes people with their accounts and client records; fails if another record refers to one of them. */
export async function deletePeople(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('accounts').where('person_id', 'in', ids).execute()
  await tx.deleteFrom('clients').where('person_id', 'in', ids).execute()
  await tx.deleteFrom('people').where('id', 'in', ids).execute()
}

/** Adds the account unless the person has one; true when it was added. */
export async function ensureAccount(tx: Tx, row: Insertable<Accounts>): Promise<boolean> {
  const conflict = tx
    .insertInto('accounts')
    .values(row)
    .onConflict((exists) => exists.doNothing())
  return (await conflict.returning('id').execute()).length > 0
}

/** Removes an account without a password, which nobody could use. */
export const deleteEmptyAccount = (tx: Tx, id: string) =>
  tx
    .deleteFrom('accounts')
    .where('id', '=', id)
    .where('role', '=', 'client')
    .where('password_hash', 'is', null)
    .execute()

export const insertClient = (tx: Tx, row: Insertable<Clients>) => tx.insertInto('clients').values(row).execute()

export const updatePerson = (tx: Tx, id: string, values: Updateable<People>) =>
  tx
    .updateTable('people')
    .set({ ...values, ...nextVersion })
    .where('id', '=', id)
    .execute()

export const updateAccount = (tx: Tx, id: string, values: Updateable<Accounts>) =>
  tx
    .updateTable('accounts')
    .set({ ...values, ...nextVersion })
    .where('id', '=', id)
    .execute()

const addedVisit = prepared(
  (db, { clientId, date, services }: { clientId: string; date: CivilDate; services: number }) =>
    db
      .updateTable('clients')
      .set({
        services_availed: sql<number>`services_availed + ${services}`,
        last_visit: sql<CivilDate>`greatest(last_visit, ${date}::date)`,
      })
      .where('id', '=', clientId),
)

/**
 * Adds to a client's number of services, and moves the last visit to this date if it is later. The version of the
 * record stays, because no form edits these fields.
 */
export const addVisit = (tx: Tx, clientId: string, date: CivilDate, services: number): Promise<void> =>
  executeAhead(tx, addedVisit({ clientId, date, services }))

/** Replaces a client's last visit, which was undone, by the previous one. */
export const replaceLastVisit = (tx: Tx, clientId: string, takenBack: CivilDate, last_visit: CivilDate | null) =>
  tx.updateTable('clients').set({ last_visit }).where('id', '=', clientId).where('last_visit', '=', takenBack).execute()

export const subtractServices = (tx: Tx, clientId: string, services: number) =>
  tx
    .updateTable('clients')
    .set({ services_availed: sql<number>`services_availed - ${services}` })
    .where('id', '=', clientId)
    .execute()

/** Writes the staff's note about a new client without a new version, because nobody can have the client's form open. */
export const writeFirstNote = (tx: Tx, clientId: string, note: string) =>
  tx.updateTable('clients').set({ note }).where('id', '=', clientId).execute()

/** Updates the staff's note about a client; the note has a version of its own. */
export const updateNote = (tx: Tx, clientId: string, note: string | null) =>
  tx
    .updateTable('clients')
    .set({ note, note_version: sql<number>`note_version + 1` })
    .where('id', '=', clientId)
    .execute()

/** Sets the similarity (0 to 1) that the `%` operator requires, until the end of the transaction. */
export const setNameSimilarity = (tx: Tx, similarity: number) =>
  sql`select set_config('pg_trgm.similarity_threshold', ${String(similarity)}, true)`.execute(tx)

/** Records `now` as the time at which the client became a known client; returns false if a time was recorded before. */
export const setKnownSince = async (tx: Tx, clientId: string, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('clients')
    .set({ proven_at: now, ...nextVersion })
    .where('id', '=', clientId)
    .where('proven_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/**
 * Saves whether a person wants the daily summary. The version of the account stays, because nobody else can change this
 * choice.
 */
export const setDailySummary = (tx: Tx, personId: string, isWanted: boolean) =>
  tx.updateTable('accounts').set({ wants_daily_summary: isWanted }).where('person_id', '=', personId).execute()

/** Locks a person until the end of the transaction; undefined if unknown or closed. */
export const lockPerson = (tx: Tx, id: string) =>
  tx
    .selectFrom('people')
    .select('id')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/**
 * The log-in e-mail of a person, and whether they have their own password; locks the account, so that the password does
 * not change until the transaction ends. Undefined without an account.
 */
export const lockLogIn = async (tx: Tx, personId: string) => {
  await tx.selectFrom('accounts').select('id').where('person_id', '=', personId).forUpdate().executeTakeFirst()
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'email_waits', 'log_in_email'])
    .select(sql<boolean>`password_hash is not null and not must_set_password`.as('has_own_password'))
    .where('id', '=', personId)
    .executeTakeFirst()
}

/** The first part of the advisory lock key for claiming an e-mail. */
const EMAIL_LOCK = 7_010

/** Locks an e-mail: another transaction that claims the same e-mail waits until this one ends. */
export const lockEmail = (tx: Tx, email: string) =>
  sql`select pg_advisory_xact_lock(${EMAIL_LOCK}, hashtext(${email}))`.execute(tx)

/**
 * Locks all admins until the end of the transaction, so that when two admins demote each other, the second sees that
 * the first is no admin any more.
 */
export const lockAdmins = (tx: Tx) =>
  tx
    .selectFrom('people')
    .innerJoin('accounts', 'accounts.person_id', 'people.id')
    .select('people.id')
    .where('accounts.role', '=', 'admin')
    .where('people.closed_at', 'is', null)
    .orderBy('people.id')
    .forUpdate()
    .execute()
