import { sql, type Insertable } from 'kysely'
import { containsWords } from '#server/db/contains-words.ts'
import { inBatches } from '#server/db/in-batches.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { HistoryLogs } from '#server/db/schema.ts'
import type { LogType } from '#shared/history-logs/contract.ts'

export const insertLog = (tx: Tx, row: Insertable<HistoryLogs>) => tx.insertInto('history_logs').values(row).execute()

export type LogFilter = { search: string; type?: LogType | undefined }
export type LogPage = { sort: 'newest' | 'oldest'; offset: number; limit: number }

function filtered(tx: ReadTx, { search, type }: LogFilter) {
  let query = tx.selectFrom('history_logs')
  if (search !== '') query = query.where(containsWords(sql.ref('search_text'), search))
  if (type) query = query.where('type', '=', type)
  return query
}

/** One page in a stable order. The ids are found in the index alone, so that a far page reads no rows it does not show. */
export function readLogs(tx: ReadTx, filter: LogFilter, { sort, offset, limit }: LogPage) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  const page = filtered(tx, filter)
    .select('id')
    .orderBy('happened_at', direction)
    .orderBy('id', direction)
    .offset(offset)
    .limit(limit)
  return tx
    .selectFrom('history_logs')
    .select(['id', 'happened_at', 'user_name', 'user_role', 'action', 'type'])
    .where('id', 'in', page)
    .orderBy('happened_at', direction)
    .orderBy('id', direction)
    .execute()
}

/** Everything the filter leaves, a batch at a time; needs a transaction. */
export const logsInBatches = (tx: ReadTx, filter: LogFilter, sort: LogPage['sort']) => {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  const rows = filtered(tx, filter)
    .select(['user_name', 'action', 'type', 'happened_at'])
    .orderBy('happened_at', direction)
    .orderBy('id', direction)
  return inBatches(tx, rows)
}

export type TypeCount = { type: string; entries: number }

/** How many entries of each type a search leaves, and when the newest of each happened: one look at what was found. */
export const countFound = (tx: ReadTx, filter: LogFilter): Promise<(TypeCount & { newest: Date })[]> =>
  filtered(tx, filter)
    .select(['type', sql<number>`count(*)`.as('entries'), sql<Date>`max(happened_at)`.as('newest')])
    .groupBy('type')
    .execute()

/** How many entries of each type there are, without a search: the kept counts know. */
export async function countByType(tx: ReadTx, filter: LogFilter): Promise<TypeCount[]> {
  let query = tx
    .selectFrom('history_log_counts')
    .select(['type', sql<number>`sum(entries)::bigint`.as('entries')])
    .groupBy('type')
  if (filter.type) query = query.where('type', '=', filter.type)
  return query.execute()
}

/** When the newest entry of the filter happened. */
export async function newestTime(tx: ReadTx, filter: LogFilter): Promise<Date | null> {
  const row = await filtered(tx, filter)
    .select('happened_at')
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.happened_at ?? null
}
