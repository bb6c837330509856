import type { Tx } from '#server/db/pool.ts'
import { retainedSince } from '#server/lib/retention.ts'
import { deleteOldRows } from './queries.ts'

export { IMPORT_TASK } from './queries.ts'
export { recoverImports, workOnBatch } from './work.ts'

/** Reading a file takes minutes. If a file is not read completely after an hour, the process that read it has died. */
const UNREAD_MS = 3_600_000

/** Deletes the rows of imports that are too old to be undone, and files that were never read completely. */
export const deleteOldImports = (tx: Tx, now: Date) =>
  deleteOldRows(tx, { before: retainedSince('imports', now), unreadBefore: new Date(now.getTime() - UNREAD_MS) })
