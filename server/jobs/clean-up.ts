import path from 'node:path'
import { deleteExpiredResetLinks } from '#server/auth/reset-links.ts'
import { deleteExpiredProofs } from '#server/auth/verify-email.ts'
import { deleteOldBackupRuns } from '#server/backup/runs.ts'
import { chartPhotosFolder, deleteUnusedFiles } from '#server/chart-photos/public.ts'
import { deleteOldKeys } from '#server/db/idempotency.ts'
import { deleteDeadJobs, deleteOldRuns } from '#server/db/job-runs.ts'
import { deleteOldImports } from '#server/imports/public.ts'
import { deleteOldMessages } from '#server/messages/outbox/outbox.ts'
import type { Database, Tx } from '#server/db/pool.ts'
import { deleteOldWindows, deleteOldRegistrationTries } from '#server/db/rate-limits.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { retainedSince } from '#server/lib/retention.ts'
import { removeImage } from '#server/lib/uploads.ts'
import { forgetOldMerges } from '#server/people/erase-person.ts'
import { sessionsOfDevices } from '#server/push/subscribe.ts'
import { reservations } from '#server/resources/public.ts'
import { deleteExpiredSessions } from '#server/sessions/public.ts'
import { deleteOldEntries } from '#server/waitlist/public.ts'
import { deleteOldWalkIns } from '#server/walk-ins/public.ts'
import { deleteOldDeliveries } from '#server/webhooks/public.ts'
import { forgetUnusedPictures } from '#server/website/pictures.ts'

type Deletion = (tx: Tx, now: Date) => Promise<unknown>

/** Deletes expired data, each kind in its own transaction. */
const deletions: readonly Deletion[] = [
  async (tx, now) => deleteExpiredSessions(tx, now, await sessionsOfDevices(tx)),
  deleteOldWindows,
  (tx, now) => deleteOldRegistrationTries(tx, defaultLimits.registrations.windowSeconds, now),
  deleteOldKeys,
  deleteExpiredResetLinks,
  deleteExpiredProofs,
  reservations.deleteExpiredReservations,
  deleteOldEntries,
  deleteOldWalkIns,
  deleteOldMessages,
  deleteOldImports,
  deleteOldDeliveries,
  deleteOldBackupRuns,
  (tx, now) => deleteOldRuns(tx, retainedSince('deadJobs', now)),
  (tx, now) => deleteDeadJobs(tx, retainedSince('deadJobs', now)),
]

/** Deletes rows, and then their files, so that no row ever refers to a missing file. */
async function deleteWithFiles(
  db: Database,
  folder: string,
  deleteRows: (tx: Tx) => Promise<readonly string[]>,
): Promise<void> {
  for (const name of await inTransaction(db, deleteRows)) await removeImage(folder, name)
}

/**
 * Deletes expired data (`retention.ts`), undo data of merges, pictures that no website uses, and files without a photo.
 * A part that fails does not stop the others; the first error is thrown at the end.
 */
export async function cleanUp(db: Database, now: Date, uploadsDir: string): Promise<void> {
  const parts = [
    ...deletions.map((deletion) => () => inTransaction(db, (tx) => deletion(tx, now))),
    () => deleteWithFiles(db, path.join(uploadsDir, 'photos'), (tx) => forgetOldMerges(tx, now)),
    () => deleteWithFiles(db, path.join(uploadsDir, 'website'), (tx) => forgetUnusedPictures(tx, now)),
    () => deleteUnusedFiles((work) => inTransaction(db, work), now, chartPhotosFolder(uploadsDir)),
  ]
  const failures: unknown[] = []
  for (const part of parts) await part().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
