import { sql, type ExpressionBuilder, type Insertable } from 'kysely'
import { containsWords } from '#server/db/search-conditions.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { executeAtCommit } from '#server/db/pipeline.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'
import type { DB, Events } from '#server/db/schema.ts'
import { accountOf } from '#server/people/find-person.ts'
import { withDeliveries } from '#server/webhooks/outbox/with-deliveries.ts'
import type { LogType } from '#shared/history-logs/contract.ts'
import type { Change, EventKind } from '#shared/lib/event-type.ts'
import { eventCausedBy } from '#shared/webhooks/event-names.ts'

// A client may act without a log-in, by a link in an e-mail or by signing a form. Without an account of this client
// `user_id` is null.
const inserted = (db: Pick<Tx, 'insertInto'>, row: Insertable<Events>) =>
  db.insertInto('events').values({ ...row, user_id: accountOf(row.user_id) })

const insertedEvent = prepared((db, { row }: { row: Insertable<Events> }) => inserted(db, row))

/**
 * One prepared statement for each log type that causes a webhook event: the name of the event is part of the SQL text.
 */
const insertedWithDeliveries = prepared((db, { row }: { row: Insertable<Events> }, logType) => ({
  compile: () =>
    withDeliveries(
      inserted(db, row).returning(['subject_id', 'happened_at', 'changes']),
      eventCausedBy(logType)!,
    ).compile(db),
}))

/**
 * Writes the log entry, and the webhook deliveries that it causes, when the transaction commits. Inserting an entry
 * updates counters that all transactions share; locking these rows last keeps other transactions from waiting.
 */
export const insertEvent = (tx: Tx, row: Insertable<Events>): Promise<void> =>
  executeAtCommit(tx, eventCausedBy(row.type) ? insertedWithDeliveries({ row }, row.type) : insertedEvent({ row }))

export type LogFilter = {
  search: string
  type?: LogType | undefined
  /** The kind of record that an entry is about, such as `product`. */
  subject?: string | undefined
  /** If given, only entries about one of these records match. */
  records?: readonly RecordOfLog[] | undefined
}
export type RecordOfLog = { subject?: string | undefined; id: string }
type LogPage = { sort: 'newest' | 'oldest'; offset: number; limit: number }

const isAboutRecord = (where: ExpressionBuilder<DB, 'events'>, { subject, id }: RecordOfLog) =>
  where.and([where('subject_id', '=', id), ...(subject === undefined ? [] : [where('subject', '=', subject)])])

function filteredEvents(tx: ReadTx, { search, type, subject, records }: LogFilter) {
  let query = tx.selectFrom('events')
  if (search !== '') query = query.where(containsWords(sql.ref('search_text'), search))
  if (type) query = query.where('kind', '=', type)
  if (records) query = query.where((where) => where.or(records.map((record) => isAboutRecord(where, record))))
  else if (subject !== undefined) query = query.where('subject', '=', subject)
  return query
}

const columns = ['user_name', 'happened_at', 'type', 'kind', 'parameters', 'changes'] as const
type StoredColumns = { kind: EventKind; changes: Change[] }

/**
 * One page of the history log in a stable order. The ids come from an index-only scan, so that a distant page reads no
 * other rows.
 */
export function readLogs(tx: ReadTx, filter: LogFilter, { sort, offset, limit }: LogPage) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  const page = filteredEvents(tx, filter)
    .select('id')
    .orderBy('happened_at', direction)
    .orderBy('id', direction)
    .offset(offset)
    .limit(limit)
  return tx
    .selectFrom('events')
    .select(['id', 'user_role', 'subject', 'subject_id', ...columns])
    .$narrowType<StoredColumns>()
    .where('id', 'in', page)
    .orderBy('happened_at', direction)
    .orderBy('id', direction)
    .execute()
}

export type EventOnPage = Awaited<ReturnType<typeof readLogs>>[number]

/** Reads all log entries that match a filter, in batches; needs a transaction. */
export const logsInBatches = (tx: ReadTx, filter: LogFilter, sort: LogPage['sort']) => {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  const rows = filteredEvents(tx, filter)
    .select(columns)
    .$narrowType<StoredColumns>()
    .orderBy('happened_at', direction)
    .orderBy('id', direction)
  return inBatches(tx, rows)
}

type KindCount = { kind: EventKind; entries: number }

/** Counts the matching entries of each type and finds the newest time of each type, in one scan. */
export const countFound = (tx: ReadTx, filter: LogFilter): Promise<(KindCount & { newest: Date })[]> =>
  filteredEvents(tx, filter)
    .select(['kind', sql<number>`count(*)`.as('entries'), sql<Date>`max(happened_at)`.as('newest')])
    .groupBy('kind')
    .$narrowType<{ kind: EventKind }>()
    .execute()

/** How many entries of each type there are without a search, from stored counters. */
export async function countByKind(tx: ReadTx, filter: LogFilter): Promise<KindCount[]> {
  let query = tx
    .selectFrom('event_counts')
    .select(['kind', sql<number>`sum(entries)::bigint`.as('entries')])
    .groupBy('kind')
    .$narrowType<{ kind: EventKind }>()
  if (filter.type) query = query.where('kind', '=', filter.type)
  return query.execute()
}

/** The time of the newest log entry that matches the filter. */
export async function newestTime(tx: ReadTx, filter: LogFilter): Promise<Date | null> {
  const row = await filteredEvents(tx, filter)
    .select('happened_at')
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.happened_at ?? null
}
