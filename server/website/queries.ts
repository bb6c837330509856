import type { Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { WebsitePictures, WebsiteVersions } from '#server/db/schema.ts'

/** Holds the website of a branch until the transaction ends: of two who change it, the second sees what the first left. */
export const holdWebsite = (tx: Tx, branchId: string) =>
  tx.selectFrom('website_drafts').select('branch_id').where('branch_id', '=', branchId).forUpdate().execute()

/** Keeps the draft; its version rises with each change. */
export const putDraft = (tx: Tx, branchId: string, content: string, now: Date) =>
  tx.updateTable('website_drafts').set({ content, updated_at: now }).where('branch_id', '=', branchId).execute()

export const insertVersion = (tx: Tx, row: Insertable<WebsiteVersions>) =>
  tx.insertInto('website_versions').values(row).execute()

export const insertPicture = (tx: Tx, row: Insertable<WebsitePictures>) =>
  tx.insertInto('website_pictures').values(row).execute()
