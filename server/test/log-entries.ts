import type { Database } from '#server/db/pool.ts'
import { changesOf, sentenceOf } from '#shared/events.ts'
import type { Change } from '#shared/lib/event-type.ts'

type Wanted = { subject?: string; subject_id?: string; user_id?: string }

/** Entries of the history log as people read them, oldest first. */
export async function logEntries(db: Pick<Database, 'selectFrom'>, wanted: Wanted = {}) {
  let query = db.selectFrom('events').selectAll().$narrowType<{ changes: Change[] }>()
  for (const [column, value] of Object.entries(wanted)) query = query.where(column as keyof Wanted, '=', value)
  return (await query.orderBy('id').execute()).map(({ kind, ...row }) => ({
    ...row,
    event: row.type,
    type: kind,
    action: sentenceOf(row),
    changed_fields: row.changes.map(({ field }) => field),
    told: changesOf(row),
  }))
}

/** The newest entry of the history log; throws when there is none. */
export async function lastLogEntry(db: Pick<Database, 'selectFrom'>) {
  const last = (await logEntries(db)).at(-1)
  if (!last) throw new Error('The log is empty.')
  return last
}
