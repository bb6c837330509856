import { sql, type Insertable, type Updateable } from 'kysely'
import { findsPerson } from '#server/db/finds-person.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Clients, Users } from '#server/db/schema.ts'
import type { Role } from '#shared/lib/endpoint.ts'

export const insertUser = (tx: Tx, row: Insertable<Users>) => tx.insertInto('users').values(row).execute()

export const insertClient = (tx: Tx, row: Insertable<Clients>) => tx.insertInto('clients').values(row).execute()

export const userById = (tx: Tx, id: string) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).where('closed_at', 'is', null).executeTakeFirst()

/** The open account, held until the end of the transaction. */
export const lockedUserById = (tx: Tx, id: string) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).where('closed_at', 'is', null).forUpdate().executeTakeFirst()

/** The open account of an e-mail address (trimmed, lower case). */
export const userByEmail = (tx: Tx, email: string) =>
  tx.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

export const updateUser = (tx: Tx, id: string, values: Updateable<Users>) =>
  tx.updateTable('users').set(values).where('id', '=', id).execute()

export const updateClientOf = (tx: Tx, userId: string, values: Updateable<Clients>) =>
  tx.updateTable('clients').set(values).where('user_id', '=', userId).execute()

export const clientOf = (tx: Tx, userId: string) =>
  tx.selectFrom('clients').select('id').where('user_id', '=', userId).executeTakeFirst()

const openAdmins = (tx: Tx) =>
  tx.selectFrom('users').select('id').where('role', '=', 'admin').where('closed_at', 'is', null)

export const anyAdmin = (tx: Tx) => openAdmins(tx).limit(1).executeTakeFirst()

/** All open admins, held until the end of the transaction: two who demote each other take turns. */
export const lockedAdmins = (tx: Tx) => openAdmins(tx).orderBy('id').forUpdate().execute()

export type UserFilter = { search: string; role: Role | undefined; closed: boolean }

function filtered(tx: Tx, filter: UserFilter) {
  let users = tx.selectFrom('users')
  if (!filter.closed) users = users.where('closed_at', 'is', null)
  if (filter.role) users = users.where('role', '=', filter.role)
  if (filter.search !== '') users = users.where(findsPerson(filter.search))
  return users
}

export async function countUsers(tx: Tx, filter: UserFilter): Promise<number> {
  const { count } = await filtered(tx, filter)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Newest first. */
export const pageOfUsers = (tx: Tx, filter: UserFilter, page: { size: number; offset: number }) =>
  filtered(tx, filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.size)
    .offset(page.offset)
    .execute()

/** How many accounts there are of each role, whatever is searched for. */
export const countByRole = (tx: Tx, closed: boolean) =>
  filtered(tx, { search: '', role: undefined, closed })
    .select(['role', sql<number>`count(*)`.as('count')])
    .groupBy('role')
    .execute()
