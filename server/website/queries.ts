import { sql, type Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { WebsiteConsents, WebsitePictures, WebsiteVersions } from '#server/db/schema.ts'

/** Locks the websites of all branches until the transaction ends. */
export const lockAllWebsites = (tx: Tx) => tx.selectFrom('website_drafts').select('branch_id').forUpdate().execute()

/**
 * Locks a branch's website until the transaction ends, so that of two concurrent changes the later one sees the earlier
 * one.
 */
export const lockWebsite = (tx: Tx, branchId: string) =>
  tx.selectFrom('website_drafts').select('branch_id').where('branch_id', '=', branchId).forUpdate().execute()

/** Stores the draft of the website; the draft's version rises with each change. */
export const updateDraft = (tx: Tx, branchId: string, content: string, now: Date) =>
  tx.updateTable('website_drafts').set({ content, updated_at: now }).where('branch_id', '=', branchId).execute()

export const insertVersion = (tx: Tx, row: Insertable<WebsiteVersions>) =>
  tx.insertInto('website_versions').values(row).execute()

export const insertPicture = (tx: Tx, row: Insertable<WebsitePictures>) =>
  tx.insertInto('website_pictures').values(row).execute()

export const insertConsent = (tx: Tx, row: Insertable<WebsiteConsents>) =>
  tx.insertInto('website_consents').values(row).execute()

/** Withdraws the consent of a person to be shown on the website; false if there is none to withdraw. */
export async function withdrawConsent(
  tx: Tx,
  branchId: string,
  { id, now, name }: { id: string; now: Date; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('website_consents')
    .set({ withdrawn_at: now, withdrawn_by_name: name })
    .where('branch_id', '=', branchId)
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** SQL for the ids of all pictures in drafts and versions, and of the whole pictures from which they were cropped. */
const shownPictures = sql`named as (
    select content from website_drafts where content is not null union all select content from website_versions
  ), shown as (
    select distinct m[1]::uuid as id
    from named, regexp_matches(content::text, '"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"', 'g') m
  ), used as (
    select id from shown union select source_id from website_pictures join shown using (id) where source_id is not null
  )`

/** Sets the time `unused_since` of pictures that the website has ceased to use, and removes it from pictures in use. */
export const markUnusedPictures = (tx: Tx, now: Date) =>
  sql`with ${shownPictures}
    update website_pictures p set unused_since = case when u.id is null then ${now}::timestamptz end
    from website_pictures q left join used u on u.id = q.id
    where q.id = p.id and (u.id is null) = (p.unused_since is null)`.execute(tx)

/**
 * Deletes a picture and the pictures cropped from it. Returns their ids and widths, from which the file names are made.
 */
export const removePicture = (tx: Tx, branchId: string, id: string): Promise<{ id: string; widths: number[] }[]> =>
  tx
    .deleteFrom('website_pictures')
    .where('branch_id', '=', branchId)
    .where(({ or, eb }) => or([eb('id', '=', id), eb('source_id', '=', id)]))
    .returning(['id', 'widths'])
    .execute()

/**
 * Deletes pictures unused since `before`. Cropped pictures are deleted first, because they refer to the whole picture.
 */
export async function removeUnused(tx: Tx, before: Date): Promise<{ id: string; widths: number[] }[]> {
  const removeThose = async (isCropped: boolean) =>
    tx
      .deleteFrom('website_pictures as p')
      .where('unused_since', '<', before)
      .where('source_id', isCropped ? 'is not' : 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('website_pictures as cropped').select('cropped.id').whereRef('cropped.source_id', '=', 'p.id'),
          ),
        ),
      )
      .returning(['p.id', 'p.widths'])
      .execute()
  return [...(await removeThose(true)), ...(await removeThose(false))]
}
