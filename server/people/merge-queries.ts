import { sql, type Insertable, type Updateable } from 'kysely'
import { mergedColumns } from '#server/db/personal-data/statements.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { ClientMerges, Clients } from '#server/db/schema.ts'

/** The record of a person, held so that no merge comes before the end of the transaction. */
export const holdRecordOf = (tx: Tx, personId: string) =>
  tx
    .selectFrom('clients')
    .select(['person_id', 'merged_into'])
    .where('person_id', '=', personId)
    .forKeyShare()
    .executeTakeFirst()

/** The same by the id of the record. */
export const holdRecord = (tx: Tx, clientId: string) =>
  tx
    .selectFrom('clients')
    .select(['person_id', 'merged_into'])
    .where('id', '=', clientId)
    .forKeyShare()
    .executeTakeFirst()

/** Holds two records alone, in the order of their ids: whatever is being booked or sold for them is waited for. */
export const lockRecords = (tx: Tx, clientIds: readonly string[]) =>
  tx.selectFrom('clients').selectAll().where('id', 'in', clientIds).orderBy('id').forUpdate().execute()

/** A person with what the account says, closed or not. */
export const personOfRecord = (tx: ReadTx, clientId: string) =>
  tx
    .selectFrom('users')
    .innerJoin('clients', 'clients.person_id', 'users.id')
    .selectAll('users')
    .where('clients.id', '=', clientId)
    .executeTakeFirstOrThrow()

/** The people whose records were merged into that of a person, over others too. */
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

/** Where the way of merges that begins at a record ends; undefined for a record that was not merged. */
export async function standingRecord(tx: ReadTx, clientId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with recursive way as (
      select id, merged_into from clients where id = ${clientId}
      union
      select clients.id, clients.merged_into from clients join way on clients.id = way.merged_into
    )
    select id from way where merged_into is null and id <> ${clientId}`.execute(tx)
  return rows[0]?.id
}

/** What a merge may write over in a record, by column. */
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

/** Changes a client's record; the version is that of the person, who changes with it. */
export const updateRecord = (tx: Tx, id: string, values: Updateable<Clients>) =>
  tx.updateTable('clients').set(values).where('id', '=', id).execute()

/** The merges into a record that stand, the newest first. */
export const mergesInto = (tx: ReadTx, keptId: string) =>
  tx
    .selectFrom('client_merges')
    .selectAll()
    .where('kept_id', '=', keptId)
    .where('undone_at', 'is', null)
    .orderBy('merged_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Merges of which something is kept that is not needed any more, held until the end of the transaction. */
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

/** Merges into these records of which something is kept for undoing. */
export const mergesOf = (tx: Tx, keptIds: readonly string[]) =>
  tx
    .selectFrom('client_merges')
    .selectAll()
    .where('kept_id', 'in', keptIds)
    .where('undo', 'is not', null)
    .orderBy('id')
    .execute()

/** True while somebody has this photo, on file or merged into somebody who is. */
export const isPhotoKept = async (tx: Tx, photo: string): Promise<boolean> =>
  (await tx.selectFrom('people').select('id').where('photo_path', '=', photo).executeTakeFirst()) !== undefined
