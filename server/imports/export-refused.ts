import { sendLoggedCsv } from '#server/history-logs/send-logged-csv.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import type { CsvCell } from '#server/lib/http/send-csv.ts'
import { importMessages, importRefusals } from '#shared/imports/messages.ts'
import { storedColumnsOf } from './stored-columns.ts'
import * as views from './views.ts'

/** The name of a file without its ending, made safe for a header. */
const nameOf = (file: string) =>
  file
    .replace(/\.\w+$/, '')
    .replace(/[^\p{L}\p{N} ._-]|[^\x20-\x7e]/gu, '')
    .trim() || 'import'

/**
 * Streams the rows that cannot be imported, with their own columns and the reason, so that they can be corrected and
 * imported again.
 */
export const exportRefusedRows = (context: DetachedContext<Principal>, id: string): Promise<void> =>
  context.inLongSnapshot(async (tx) => {
    const batch = await views.batchById(tx, context.branchId, id)
    if (!batch) throw new AppError('not_found', importRefusals.notFound)
    const headings = storedColumnsOf(batch).map(({ heading }) => heading)
    const counts = await views.countRows(tx, id)
    const rows = counts.reduce((sum, row) => (row.outcome === 'refused' ? sum + row.rows : sum), 0)
    async function* batches(): AsyncGenerator<CsvCell[][], void> {
      for await (const chunk of views.rowsInBatches(tx, id, 'refused'))
        yield chunk.map(({ cells, reason }) => [
          ...headings.map((_, at) => (cells as string[])[at] ?? ''),
          reason ?? '',
        ])
    }
    await sendLoggedCsv(context, {
      name: `${nameOf(batch.file_name)} - to correct.csv`,
      rows,
      columns: [...headings, importMessages.whyHeading],
      batches: batches(),
      log: (writing) =>
        writeAuditLog(writing, {
          type: 'imports.refused.exported',
          subjectId: id,
          parameters: { kind: batch.kind, file: batch.file_name, rows },
        }),
    })
  })
