import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { csvLines, type CsvCell, sendCsv } from '#server/lib/http/send-csv.ts'

type LoggedCsv = {
  name: string
  /** The number of rows, counted in the snapshot that the batches are read from. */
  rows: number
  columns: readonly string[]
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>
  /** The last row; it may throw, so that the file stays incomplete. Without it the file ends with the last record. */
  total?: () => readonly CsvCell[]
  /** Writes the entry of the history log about this export. */
  log: (writing: Context<Principal>) => Promise<void>
}

/** Passes batches on, and throws after the last one when their number of rows is not the counted one. */
async function* counted<Row>(batches: AsyncIterable<readonly Row[]>, rows: number) {
  let written = 0
  for await (const batch of batches) {
    written += batch.length
    yield batch
  }
  if (written !== rows) throw new Error(`${written} rows were exported, ${rows} counted`)
}

/**
 * Streams a list as CSV. The export is logged before the first row is sent, so also if the download is aborted. A file
 * with fewer or more rows than counted is cut off, so that nobody takes it for a complete one.
 */
export async function sendLoggedCsv(
  context: DetachedContext<Principal>,
  { name, rows, columns, batches, total, log }: LoggedCsv,
): Promise<void> {
  await context.inTransaction(log)
  await sendCsv(context, { name, rows, lines: csvLines(columns, counted(batches, rows), total) })
}
