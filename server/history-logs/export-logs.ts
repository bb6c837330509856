import type { ReadTx } from '#server/db/pool.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import type { CsvCell } from '#server/lib/http/send-csv.ts'
import { sentenceOf } from '#shared/events.ts'
import { type historyLogsContract, LOG_FILES } from '#shared/history-logs/contract.ts'
import { historyLogMessages as s } from '#shared/history-logs/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { exportMessages } from '#shared/lib/messages.ts'
import { manilaDate, manilaTime } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import { sendLoggedCsv } from './send-logged-csv.ts'
import { writeAuditLog } from './write-audit-log.ts'

type Filter = Parsed<typeof historyLogsContract.exportCsv>['querystring']

async function* batchesOf(tx: ReadTx, filter: Filter): AsyncGenerator<CsvCell[][], void> {
  for await (const logs of queries.logsInBatches(tx, filter, filter.sort))
    yield logs.map((row) => [
      row.user_name,
      sentenceOf(row),
      s.types[row.kind],
      { value: `${manilaDate(row.happened_at)} ${manilaTime(row.happened_at)}` },
    ])
}

/** Streams the whole filtered log from one snapshot. */
export const exportLogs = (context: DetachedContext<Principal>, filter: Filter): Promise<void> =>
  context.inReportSnapshot(async (tx) => {
    const counts = await queries.countFound(tx, filter)
    const rows = counts.reduce((sum, count) => sum + count.entries, 0)
    await sendLoggedCsv(context, {
      name: LOG_FILES.csv,
      rows,
      columns: s.columns,
      batches: batchesOf(tx, filter),
      total: () => [exportMessages.total, s.entryCount(rows), '', ''],
      log: (writing) =>
        writeAuditLog(writing, {
          type: 'history-logs.exported',
          subjectId: null,
          parameters: { entries: rows, type: filter.type ?? null, searched: filter.search !== '' },
        }),
    })
  })
