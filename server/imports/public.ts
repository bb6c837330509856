import type { Tx } from '#server/db/pool.ts'
import { retainedSince } from '#server/lib/retention.ts'
import { deleteOldRows } from './queries.ts'

export { IMPORT_TASK } from './queries.ts'
export { recoverImports, workOnBatch } from './work.ts'

/** A file is read within minutes, so an older one lost its process. */
const UNREAD_MS = 3_600_000

/** Deletes the rows of imports that are too old to be undone, and files that were never read completely. */
export const deleteOldImports = (tx: Tx, now: Date) =>
  deleteOldRows(tx, { before: retainedSince('imports', now), unreadBefore: new Date(now.getTime() - UNREAD_MS) })
