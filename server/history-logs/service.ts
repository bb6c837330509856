import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Context } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { historyLogsContract, LogType } from '#shared/history-logs/contract.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { searchable } from '#shared/lib/names.ts'
import * as queries from './queries.ts'

export type LogEntry = {
  type: LogType
  /** What happened, for people: «Confirmed the appointment of Bianca Garcia on Nov 21, 2026, 9:00 AM». */
  action: string
  /** The kind of record that changed (`appointment`, `sale`, …) and its id. */
  subject: string
  subjectId?: string | null
  /** Names of the changed fields; never the values of personal ones. */
  changed?: readonly string[]
  /** Who did it, when that is not the person of the request (a log-in, a registration). */
  by?: { id: string; name: string; role: string }
}

// A line break in a name must not look like a second entry.
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

type Writer = { now: Date; requestId: string | null; user: LogEntry['by'] | null }

async function write(tx: Tx, entry: LogEntry, { now, requestId, user: by }: Writer): Promise<void> {
  const action = oneLine(entry.action)
  await queries.insertLog(tx, {
    id: newId(),
    happened_at: now,
    user_id: by?.id ?? null,
    user_name: oneLine(by?.name ?? 'System'),
    user_role: by?.role ?? 'system',
    action,
    type: entry.type,
    subject: entry.subject,
    subject_id: entry.subjectId ?? null,
    changed_fields: [...(entry.changed ?? [])],
    request_id: requestId,
    search_text: searchable(by?.name ?? 'System', action),
  })
}

/** Writes one row of the history log, in the transaction of the change it tells. */
export const record = ({ tx, now, request, user }: Context, entry: LogEntry): Promise<void> =>
  write(tx, entry, { now, requestId: request.id, user: entry.by ?? user })

/** Writes what happened without a request: a backup that failed, a restore. */
export const recordOfSystem = (
  tx: Tx,
  now: Date,
  entry: Pick<LogEntry, 'action' | 'subject' | 'subjectId'>,
): Promise<void> => write(tx, { ...entry, type: 'system' }, { now, requestId: null, user: null })

type List = typeof historyLogsContract.list

/** One page of the log, with the counts of everything the filter leaves; the caller brings one snapshot. */
export async function listLogs(tx: ReadTx, query: Parsed<List>['querystring']): Promise<Answer<List>> {
  const filter = { search: query.search, type: query.type }
  const rows = await queries.readLogs(tx, filter, {
    sort: query.sort,
    offset: (query.page - 1) * query.per_page,
    limit: query.per_page,
  })
  const summary = await summaryOf(tx, filter)
  return {
    logs: rows.map((row) => ({
      id: row.id,
      user: row.user_name,
      user_role: row.user_role,
      action: row.action,
      type: row.type as LogType,
      timestamp: isoInManila(row.happened_at),
    })),
    total: summary.total,
    page: query.page,
    per_page: query.per_page,
    summary,
  }
}

async function summaryOf(tx: ReadTx, filter: queries.LogFilter): Promise<Answer<List>['summary']> {
  const { counts, newest } = filter.search === '' ? await countsOfAll(tx, filter) : await countsOfFound(tx, filter)
  const of = (type: LogType) => counts.find((count) => count.type === type)?.entries ?? 0
  return {
    total: counts.reduce((sum, count) => sum + count.entries, 0),
    created: of('create'),
    updated: of('update'),
    deleted: of('delete'),
    last_updated: newest && isoInManila(newest),
  }
}

const countsOfAll = async (tx: ReadTx, filter: queries.LogFilter) => ({
  counts: await queries.countByType(tx, filter),
  newest: await queries.newestTime(tx, filter),
})

async function countsOfFound(tx: ReadTx, filter: queries.LogFilter) {
  const counts = await queries.countFound(tx, filter)
  const times = counts.map((count) => count.newest.getTime())
  return { counts, newest: times.length > 0 ? new Date(Math.max(...times)) : null }
}
