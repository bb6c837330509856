import type { ReadTx } from '#server/db/pool.ts'
import { findClientId, findPersonOfClient } from '#server/people/find-person.ts'
import { changesOf, sentenceOf } from '#shared/events.ts'
import type { historyLogsContract, LogType } from '#shared/history-logs/contract.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { id } from '#shared/lib/fields.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'

type List = typeof historyLogsContract.list

const presentLog = (row: queries.EventOnPage): Answer<List>['logs'][number] => ({
  id: row.id,
  user: row.user_name,
  user_role: row.user_role,
  action: sentenceOf(row),
  headline: sentenceOf({ ...row, changes: [] }),
  type: row.kind,
  event: row.type,
  subject: row.subject,
  subject_id: row.subject_id,
  changes: changesOf(row),
  timestamp: isoInManila(row.happened_at),
})

/** The records whose history is requested. A client is a person with an account, so both histories belong together. */
async function recordsOf(
  tx: ReadTx,
  { subject, subject_id }: Pick<Parsed<List>['querystring'], 'subject' | 'subject_id'>,
): Promise<queries.RecordOfLog[] | undefined> {
  if (subject_id === undefined) return undefined
  const requested = { subject, id: subject_id }
  const isId = id.safeParse(subject_id).success
  const user = subject === 'client' && isId ? (await findPersonOfClient(tx, subject_id))?.person_id : undefined
  const client = subject === 'user' && isId ? (await findClientId(tx, subject_id))?.id : undefined
  return [
    requested,
    ...(user ? [{ subject: 'user', id: user }] : []),
    ...(client ? [{ subject: 'client', id: client }] : []),
  ]
}

/** One page of the log with the counts of the whole filter; the caller provides one snapshot for both. */
export async function listLogs(tx: ReadTx, query: Parsed<List>['querystring']): Promise<Answer<List>> {
  const { search, type, subject } = query
  const filter = { search, type, subject, records: await recordsOf(tx, query) }
  const rows = await queries.readLogs(tx, filter, {
    sort: query.sort,
    offset: (query.page - 1) * query.per_page,
    limit: query.per_page,
  })
  const summary = await summaryOf(tx, filter)
  return {
    logs: rows.map(presentLog),
    total: summary.total,
    page: query.page,
    per_page: query.per_page,
    summary,
  }
}

async function summaryOf(tx: ReadTx, filter: queries.LogFilter): Promise<Answer<List>['summary']> {
  const hasStoredCounts = filter.search === '' && filter.subject === undefined && filter.records === undefined
  const { counts, newest } = hasStoredCounts ? await countsOfAll(tx, filter) : await countsOfFound(tx, filter)
  const entriesOf = (kind: LogType) => counts.find((count) => count.kind === kind)?.entries ?? 0
  return {
    total: counts.reduce((sum, count) => sum + count.entries, 0),
    created: entriesOf('create'),
    updated: entriesOf('update'),
    deleted: entriesOf('delete'),
    last_updated: newest && isoInManila(newest),
  }
}

const countsOfAll = async (tx: ReadTx, filter: queries.LogFilter) => ({
  counts: await queries.countByKind(tx, filter),
  newest: await queries.newestTime(tx, filter),
})

async function countsOfFound(tx: ReadTx, filter: queries.LogFilter) {
  const counts = await queries.countFound(tx, filter)
  const times = counts.map((count) => count.newest.getTime())
  return { counts, newest: times.length > 0 ? new Date(Math.max(...times)) : null }
}
