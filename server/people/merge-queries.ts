import { sql, type Insertable, type Updateable } from 'kysely'
import { mergedColumns } from '#server/db/personal-data/statements.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { ClientMerges, Clients } from '#server/db/schema.ts'

/** Locks a person's record against merges until the end of the transaction. */
export const lockRecordOf = (tx: Tx, personId: string) =>
  tx
    .selectFrom('clients')
    .select(['person_id', 'merged_into'])
    .where('person_id', '=', personId)
    .forKeyShare()
    .executeTakeFirst()

/** Locks a record by its id against merges until the end of the transaction. */
export const lockRecord = (tx: Tx, clientId: string) =>
  tx
    .selectFrom('clients')
    .select(['person_id', 'merged_into'])
    .where('id', '=', clientId)
    .forKeyShare()
    .executeTakeFirst()

/** Locks two records exclusively, in the order of their ids, and waits for bookings and sales in progress. */
export const lockRecords = (tx: Tx, clientIds: readonly string[]) =>
  tx.selectFrom('clients').selectAll().where('id', 'in', clientIds).orderBy('id').forUpdate().execute()

/** The person of a client record with the values of their account, even if the account is closed. */
export const personOfRecord = (tx: ReadTx, clientId: string) =>
  tx
    .selectFrom('users')
    .innerJoin('clients', 'clients.person_id', 'users.id')
    .selectAll('users')
    .where('clients.id', '=', clientId)
    .executeTakeFirstOrThrow()

/** People whose records were merged into a person's, directly or through others. */
export async function peopleMergedInto(tx: ReadTx, personId: string) {
  const { rows } = await sql<{ client_id: string; person_id: string }>`
    with recursive merged as (
      select clients.id, clients.person_id from clients
        join clients kept on kept.id = clients.merged_into where kept.person_id = ${personId}
      union
      select clients.id, clients.person_id from clients join merged on merged.id = clients.merged_into
    )
    select id as client_id, person_id from merged order by id`.execute(tx)
  return rows
}

/** The final record of a chain of merges; undefined if the record was not merged. */
export async function remainingRecord(tx: ReadTx, clientId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with recursive way as (
      select id, merged_into from clients where id = ${clientId}
      union
      select clients.id, clients.merged_into from clients join way on clients.id = way.merged_into
    )
    select id from way where merged_into is null and id <> ${clientId}`.execute(tx)
  return rows[0]?.id
}

/** The values of a record that a merge can overwrite, by column. */
export const mergedValues = (tx: ReadTx, clientId: string): Promise<Record<string, unknown>> =>
  tx
    .selectFrom('clients')
    .innerJoin('people', 'people.id', 'clients.person_id')
    .leftJoin('accounts', 'accounts.person_id', 'people.id')
    .select(mergedColumns().map(({ table, column }) => sql.ref(`${table}.${column}`).as(column)))
    .where('clients.id', '=', clientId)
    .executeTakeFirstOrThrow()

export const insertMerge = (tx: Tx, row: Insertable<ClientMerges>) =>
  tx.insertInto('client_merges').values(row).execute()

export const updateMerge = (tx: Tx, id: string, values: Updateable<ClientMerges>) =>
  tx.updateTable('client_merges').set(values).where('id', '=', id).execute()

/** Updates a client's record, not the person with the name and contacts. */
export const updateRecord = (tx: Tx, id: string, values: Updateable<Clients>) =>
  tx.updateTable('clients').set(values).where('id', '=', id).execute()

/** Merges into a record that were not undone, newest first. */
export const mergesInto = (tx: ReadTx, keptId: string) =>
  tx
    .selectFrom('client_merges')
    .selectAll()
    .where('kept_id', '=', keptId)
    .where('undone_at', 'is', null)
    .orderBy('merged_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Merges with undo data that is no longer needed, locked until the end of the transaction. */
export const mergesToForget = (tx: Tx, now: Date) =>
  tx
    .selectFrom('client_merges')
    .selectAll()
    .where('undo', 'is not', null)
    .where('undo_until', '<=', now)
    .orderBy('id')
    .forUpdate()
    .execute()

export const recordById = (tx: ReadTx, clientId: string) =>
  tx.selectFrom('clients').selectAll().where('id', '=', clientId).executeTakeFirst()

/** Lists the merges into these records that have undo data. */
export const mergesOf = (tx: Tx, keptIds: readonly string[]) =>
  tx
    .selectFrom('client_merges')
    .selectAll()
    .where('kept_id', 'in', keptIds)
    .where('undo', 'is not', null)
    .orderBy('id')
    .execute()

/** True if anybody uses this photo, including people who were merged into others. */
export const isPhotoUsed = async (tx: Tx, photo: string): Promise<boolean> =>
  (await tx.selectFrom('people').select('id').where('photo_path', '=', photo).executeTakeFirst()) !== undefined
