import type { Database } from '#server/db/pool.ts'
import { addChartPhotos } from '../sample-charts/add-chart-photos.ts'
import { addAlerts } from '../sample-charts/add-alerts.ts'
import { addClientCards } from '../sample-charts/add-client-cards.ts'
import { addForms } from '../sample-charts/add-forms.ts'
import { addPlans } from '../sample-charts/add-plans.ts'
import { addSignedForms } from '../sample-charts/add-signed-forms.ts'
import { addWaitlist } from './add-waitlist.ts'
import { givePictures } from './give-pictures.ts'
import { loadDemo, type SampleSize } from './load-demo.ts'
import { addNotes } from './notes/add-notes.ts'

/**
 * Creates the sample clinic of `npm run demo` in an empty database; a database that already has people stays unchanged.
 * `size` makes a smaller one.
 */
export async function prepareDemo(db: Database, now: Date, uploadsDir: string, size?: SampleSize): Promise<void> {
  if (!(await loadDemo(db, now, { isBusy: true, hasTill: true, ...(size && { size }) }))) return
  await addWaitlist(db, now)
  await addNotes(db, now)
  await givePictures(db, uploadsDir)
  await addAlerts(db, now)
  await addClientCards(db, now)
  await addPlans(db, now)
  await addForms(db, now)
  await addSignedForms(db, now)
  await addChartPhotos(db, now, uploadsDir)
}
