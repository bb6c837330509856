import { sql, type Insertable, type Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { Accounts, Clients, People } from '#server/db/schema.ts'

const nextVersion = { version: sql<number>`version + 1` }

export const insertPerson = (tx: Tx, row: Insertable<People>) => tx.insertInto('people').values(row).execute()

export const insertAccount = (tx: Tx, row: Insertable<Accounts>) => tx.insertInto('accounts').values(row).execute()

/** Adds the account unless the person has one. */
export const ensureAccount = (tx: Tx, row: Insertable<Accounts>) =>
  tx
    .insertInto('accounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
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

export const updateClient = (tx: Tx, id: string, values: Updateable<Clients>) =>
  tx
    .updateTable('clients')
    .set({ ...values, ...nextVersion })
    .where('id', '=', id)
    .execute()

/** Counts services, which nobody edits: the version stays. */
export const addToServicesAvailed = (tx: Tx, clientId: string, services: number) =>
  tx
    .updateTable('clients')
    .set({ services_availed: sql<number>`services_availed + ${services}` })
    .where('id', '=', clientId)
    .execute()

/** False when the person was proven before. */
export const setProven = async (tx: Tx, clientId: string, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('clients')
    .set({ proven_at: now, ...nextVersion })
    .where('id', '=', clientId)
    .where('proven_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Holds a person who is on file until the end of the transaction; undefined for an unknown or closed one. */
export const lockPerson = (tx: Tx, id: string) =>
  tx
    .selectFrom('people')
    .select('id')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** All admins on file, held until the end of the transaction: two who demote each other take turns. */
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
