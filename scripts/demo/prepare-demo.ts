import type { Database } from '#server/db/pool.ts'
import { addWaitlist } from './add-waitlist.ts'
import { givePictures } from './give-pictures.ts'
import { loadDemo } from './load-demo.ts'

/** Makes the sample clinic of `npm run demo` of an empty database; leaves one in which somebody is on file as it is. */
export async function prepareDemo(db: Database, now: Date, uploadsDir: string): Promise<void> {
  if (!(await loadDemo(db, now, { isBusy: true, hasTill: true }))) return
  await addWaitlist(db, now)
  await givePictures(db, uploadsDir)
}
