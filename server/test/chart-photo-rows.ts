import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Database } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'
import type { TestUser } from './factories.ts'

const at = new Date('2026-11-01T09:00:00+08:00')

async function addConsentRow(db: Database, client_id: string, recorded_by: string): Promise<void> {
  await db
    .insertInto('publication_consents')
    .values({
      id: newId(),
      branch_id: MAIN_BRANCH_ID,
      client_id,
      is_given: true,
      decided_on: '2026-11-01',
      purpose: 'Website',
      asked_by_name: 'Ada Admin',
      recorded_at: at,
      recorded_by,
      recorded_by_name: 'Ada Admin',
    })
    .execute()
}

/** Adds a photo without a file to a client's chart, and the client's consent to publish all photos. */
export async function addPhotoRows(db: Database, { id: added_by, clientId }: TestUser, takenAt = at): Promise<string> {
  const [id, client_id] = [newId(), clientId!]
  await db
    .insertInto('chart_photos')
    .values({
      id,
      branch_id: MAIN_BRANCH_ID,
      client_id,
      angle: 'front',
      taken_at: takenAt,
      width: 1,
      height: 1,
      photo_path: `${newId()}.webp`,
      thumbnail_photo_path: `${newId()}.webp`,
      upload_hash: Buffer.alloc(32),
      added_at: at,
      added_by,
      added_by_name: 'Ada Admin',
    })
    .execute()
  await db
    .insertInto('chart_photo_changes')
    .values({
      id: newId(),
      photo_id: id,
      kind: 'described',
      changed_at: at,
      changed_by: added_by,
      changed_by_name: 'Ada',
    })
    .execute()
  await addConsentRow(db, client_id, added_by)
  return id
}
