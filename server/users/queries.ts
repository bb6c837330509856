import { sql, type Insertable, type Updateable } from 'kysely'
import { findsPerson } from '#server/db/finds-person.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import { forgetContactOnReceipts } from '#server/db/receipts.ts'
import type { Clients, ClosureRequests, Users } from '#server/db/schema.ts'
import type { Role } from '#shared/lib/endpoint.ts'

export const insertUser = (tx: Tx, row: Insertable<Users>) => tx.insertInto('users').values(row).execute()

export const insertClient = (tx: Tx, row: Insertable<Clients>) => tx.insertInto('clients').values(row).execute()

export const userById = (tx: ReadTx, id: string) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).where('closed_at', 'is', null).executeTakeFirst()

/** The open account, held until the end of the transaction. */
export const lockedUserById = (tx: Tx, id: string) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).where('closed_at', 'is', null).forUpdate().executeTakeFirst()

/** The open account of an e-mail address (trimmed, lower case). */
export const userByEmail = (tx: ReadTx, email: string) =>
  tx.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

export const updateUser = (tx: Tx, id: string, values: Updateable<Users>) =>
  tx.updateTable('users').set(values).where('id', '=', id).execute()

export const updateClientOf = (tx: Tx, userId: string, values: Updateable<Clients>) =>
  tx.updateTable('clients').set(values).where('user_id', '=', userId).execute()

/** False when the person was proven before. */
export const setProven = async (tx: Tx, clientId: string, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('clients')
    .set({ proven_at: now })
    .where('id', '=', clientId)
    .where('proven_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const clientOf = (tx: ReadTx, userId: string) =>
  tx.selectFrom('clients').select('id').where('user_id', '=', userId).executeTakeFirst()

const openAdmins = (tx: ReadTx) =>
  tx.selectFrom('users').select('id').where('role', '=', 'admin').where('closed_at', 'is', null)

export const anyAdmin = (tx: ReadTx) => openAdmins(tx).limit(1).executeTakeFirst()

/** All open admins, held until the end of the transaction: two who demote each other take turns. */
export const lockedAdmins = (tx: Tx) => openAdmins(tx).orderBy('id').forUpdate().execute()

export type UserFilter = { search: string; role: Role | undefined; closed: boolean; wantsToClose?: boolean }

function filtered(tx: ReadTx, filter: UserFilter) {
  let users = tx.selectFrom('users')
  if (!filter.closed) users = users.where('closed_at', 'is', null)
  if (filter.wantsToClose)
    users = users.where('users.id', 'in', ({ selectFrom }) =>
      selectFrom('closure_requests').select('user_id').where('state', '=', 'open'),
    )
  if (filter.role) users = users.where('role', '=', filter.role)
  if (filter.search !== '') users = users.where(findsPerson(filter.search))
  return users
}

export async function countUsers(tx: ReadTx, filter: UserFilter): Promise<number> {
  const { count } = await filtered(tx, filter)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Newest first. */
export const pageOfUsers = (tx: ReadTx, filter: UserFilter, page: { size: number; offset: number }) =>
  filtered(tx, filter)
    .leftJoin('closure_requests', (join) =>
      join.onRef('closure_requests.user_id', '=', 'users.id').on('closure_requests.state', '=', 'open'),
    )
    .selectAll('users')
    .select(['closure_requests.requested_at', 'closure_requests.reason'])
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(page.size)
    .offset(page.offset)
    .execute()

/** How many people wait for their account to be closed. */
export async function countClosureRequests(tx: ReadTx): Promise<number> {
  const { count } = await tx
    .selectFrom('closure_requests')
    .select(sql<number>`count(*)`.as('count'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return count
}

/** How many accounts there are of each role, whatever is searched for. */
export const countByRole = (tx: ReadTx, closed: boolean) =>
  filtered(tx, { search: '', role: undefined, closed })
    .select(['role', sql<number>`count(*)`.as('count')])
    .groupBy('role')
    .execute()

/** The newest request of a person to close the account. */
export const latestClosureRequest = (tx: ReadTx, userId: string) =>
  tx
    .selectFrom('closure_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertClosureRequest = (tx: Tx, row: Insertable<ClosureRequests>) =>
  tx.insertInto('closure_requests').values(row).execute()

/** Ends the open request of a person; false when there is none. */
export async function endClosureRequest(tx: Tx, userId: string, values: Updateable<ClosureRequests>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('closure_requests')
    .set(values)
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const forgetClosureReasons = (tx: Tx, userId: string) =>
  tx.updateTable('closure_requests').set({ reason: null }).where('user_id', '=', userId).execute()

/** Takes a person's phone number off their appointments, and phone and e-mail off their receipts; the names stay. */
export async function forgetContactOf(tx: Tx, userId: string): Promise<void> {
  const clientIds = tx.selectFrom('clients').select('id').where('user_id', '=', userId)
  await tx.updateTable('appointments').set({ contact_number: null }).where('client_id', 'in', clientIds).execute()
  await forgetContactOnReceipts(tx, userId)
}

/** The open account that has this photo. */
export const userOfPhoto = (tx: ReadTx, name: string) =>
  tx.selectFrom('users').select('id').where('photo_path', '=', name).where('closed_at', 'is', null).executeTakeFirst()
