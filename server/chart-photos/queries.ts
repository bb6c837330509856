import type { Insertable, Updateable } from 'kysely'
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
