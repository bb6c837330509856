import { sql, type Insertable, type Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { ChartPhotoChanges, ChartPhotos, PublicationConsents } from '#server/db/schema.ts'

/** Adds a photo; false if there is one with this id already. */
export async function insertPhoto(tx: Tx, row: Insertable<ChartPhotos>): Promise<boolean> {
  const added = await tx
    .insertInto('chart_photos')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Locks a photo for a change. The caller has locked the client's record. */
export const lockPhoto = (tx: Tx, id: string) =>
  tx
    .selectFrom('chart_photos')
    .select(['id', 'client_id', 'taken_at', 'hidden_at', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const updatePhoto = (tx: Tx, id: string, values: Updateable<ChartPhotos>) =>
  tx
    .updateTable('chart_photos')
    .set((expression) => ({ ...values, version: expression('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const insertChange = (tx: Tx, row: Insertable<ChartPhotoChanges>) =>
  tx.insertInto('chart_photo_changes').values(row).execute()

export const insertConsent = (tx: Tx, row: Insertable<PublicationConsents>) =>
  tx.insertInto('publication_consents').values(row).execute()

/** Copies to another client the withdrawals of consent for all photos that one client has made since the given time. */
export const copyWithdrawals = (tx: Tx, { from, to, since }: { from: string; to: string; since: Date }) =>
  sql`insert into publication_consents (id, branch_id, client_id, photo_id, is_given, decided_on, purpose,
      asked_by_name, recorded_at, recorded_by, recorded_by_name)
    select gen_random_uuid(), branch_id, ${to}, null, false, decided_on, null,
      asked_by_name, recorded_at, recorded_by, recorded_by_name
    from publication_consents
    where client_id = ${from} and photo_id is null and not is_given and recorded_at >= ${since}`.execute(tx)
