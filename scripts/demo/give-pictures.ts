import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '#server/db/pool.ts'
import { storeImage } from '#server/lib/uploads.ts'
import { sampleCatalogue } from './catalogue-content.ts'

const art = path.join(import.meta.dirname, '../../web/public/art')

/**
 * Stores for each service of the sample the picture of its treatment, as an upload would: as a separate file in
 * `uploadsDir`, which is deleted when the service gets another picture.
 */
export async function givePictures(db: Database, uploadsDir: string): Promise<void> {
  const rows = await db
    .selectFrom('services')
    .innerJoin('treatments', 'treatments.id', 'services.treatment_id')
    .select(['services.id', 'treatments.name'])
    .where('picture_path', 'is', null)
    .execute()
  for (const { name, picture } of sampleCatalogue) {
    const image = await readFile(path.join(art, `service-${picture}-640.webp`))
    for (const { id } of rows.filter((row) => row.name === name)) {
      const picture_path = await storeImage(path.join(uploadsDir, 'services'), image)
      await db.updateTable('services').set({ picture_path }).where('id', '=', id).execute()
    }
  }
}
