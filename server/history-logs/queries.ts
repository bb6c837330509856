import { sql, type Insertable } from 'kysely'
import { containing } from '#server/db/like-pattern.ts'
import type { Tx } from '#server/db/pool.ts'
import type { HistoryLogs } from '#server/db/schema.ts'
import type { LogType } from '#shared/history-logs/contract.ts'

export const insertLog = (tx: Tx, row: Insertable<HistoryLogs>) => tx.insertInto('history_logs').values(row).execute()

/** Every one of `words` (as the search column has them: no accents, no case) must occur; none finds everything. */
export type LogFilter = { words: string[]; type?: LogType | undefined }
export type LogPage = { sort: 'newest' | 'oldest'; offset: number; limit: number }

function filtered(tx: Tx, { words, type }: LogFilter) {
  let query = tx.selectFrom('history_logs')
  for (const word of words) query = query.where('search_text', 'like', containing(word))
  if (type) query = query.where('type', '=', type)
  return query
}

/** One page in a stable order. The ids are found in the index alone, so that a far page reads no rows it does not show. */
export function readLogs(tx: Tx, filter: LogFilter, { sort, offset, limit }: LogPage) {
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

/** How many entries of each type the filter leaves. Without words, the kept counts know; with them, the rows are counted. */
export async function countByType(tx: Tx, filter: LogFilter): Promise<{ type: string; entries: number }[]> {
  if (filter.words.length > 0)
    return filtered(tx, filter)
      .select(['type', (count) => count.fn.countAll<number>().as('entries')])
      .groupBy('type')
      .execute()
  let query = tx
    .selectFrom('history_log_counts')
    .select(['type', sql<number>`sum(entries)::bigint`.as('entries')])
    .groupBy('type')
  if (filter.type) query = query.where('type', '=', filter.type)
  return query.execute()
}

/** When the newest entry of the filter happened. */
export async function newestTime(tx: Tx, filter: LogFilter): Promise<Date | null> {
  const row = await filtered(tx, filter)
    .select('happened_at')
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.happened_at ?? null
}
