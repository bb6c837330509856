import { executeAtCommit } from './pipeline.ts'
import type { Tx } from './pool.ts'

type PendingEvent = { id: string; event: string }

export const insertPendingEvents = (tx: Tx, rows: PendingEvent[]) => tx.insertInto('pending_events').values(rows)

/** Stores events in the transaction of their change until some process has announced them. */
export async function savePendingEvents(tx: Tx, rows: PendingEvent[]): Promise<void> {
  if (rows.length) await executeAtCommit(tx, insertPendingEvents(tx, rows).compile())
}

/** Announces the messages `$2` on the channel `$1` and deletes the rows `$3` in the same statement. */
export const announceEvents = `with announced as (delete from pending_events where id = any($3::uuid[]))
  select pg_notify($1, message) from unnest($2::text[]) message`

/** The oldest unannounced events; usually none. */
export const waitingEvents = 'select id from pending_events order by id limit 1000'

/**
 * Announces the rows `$2` on the channel `$1` for a process that died. Deleting them ensures that only one process
 * announces each.
 */
export const announceOrphanedEvents = `with announced as (delete from pending_events where id = any($2::uuid[]) returning event)
  select pg_notify($1, '[' || event || ']') from announced`
