import type { ReadTx } from '#server/db/pool.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import { csvLines, type CsvCell, sendCsv } from '#server/lib/http/send-csv.ts'
import { sentenceOf } from '#shared/events.ts'
import { type historyLogsContract, LOG_FILES } from '#shared/history-logs/contract.ts'
import { historyLogMessages as s } from '#shared/history-logs/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { exportMessages } from '#shared/lib/messages.ts'
import { manilaDate, manilaTime } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import { writeAuditLog } from './write-audit-log.ts'

type Filter = Parsed<typeof historyLogsContract.exportCsv>['querystring']

/** The lines of the CSV file, with a total at the end; throws when the number of rows is not `counted`. */
function fileRows(tx: ReadTx, filter: Filter, counted: number) {
  let rows = 0
  async function* batches(): AsyncGenerator<CsvCell[][], void> {
    for await (const logs of queries.logsInBatches(tx, filter, filter.sort)) {
      rows += logs.length
      yield logs.map((row) => [
        row.user_name,
        sentenceOf(row),
        s.types[row.kind],
        { value: `${manilaDate(row.happened_at)} ${manilaTime(row.happened_at)}` },
      ])
    }
  }
  const total = (): CsvCell[] => {
    if (rows !== counted) throw new Error(`${rows} entries were exported, ${counted} counted`)
    return [exportMessages.total, s.entryCount(rows), '', '']
  }
  return csvLines(s.columns, batches(), total)
}

/** Streams the whole filtered log from one snapshot, after the export itself was logged. */
export const exportLogs = (context: DetachedContext<Principal>, filter: Filter): Promise<void> =>
  context.inLongSnapshot(async (tx) => {
    const counts = await queries.countFound(tx, filter)
    const rows = counts.reduce((sum, count) => sum + count.entries, 0)
    await context.inTransaction((writing) =>
      writeAuditLog(writing, {
        type: 'history-logs.exported',
        subjectId: null,
        parameters: { entries: rows, type: filter.type ?? null, searched: filter.search !== '' },
      }),
    )
    await sendCsv(context, { name: LOG_FILES.csv, rows, lines: fileRows(tx, filter, rows) })
  })
