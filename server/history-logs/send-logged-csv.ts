import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { csvLines, type CsvCell, sendCsv } from '#server/lib/http/send-csv.ts'

type LoggedCsv = {
  name: string
  /** The number of rows, counted in the snapshot that the batches are read from. */
  rows: number
  columns: readonly string[]
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>
  /**
   * Returns the row of totals below the records. If undefined, the file has no row of totals. If the function throws,
   * the download fails.
   */
  total?: () => readonly CsvCell[] | Promise<readonly CsvCell[]>
  /** Writes the entry of the history log about this export. */
  log: (writing: Context<Principal>) => Promise<void>
}

/** Yields the batches, and throws after the last one if they had another number of rows than `rows`. */
async function* counted<Row>(batches: AsyncIterable<readonly Row[]>, rows: number) {
  let written = 0
  for await (const batch of batches) {
    written += batch.length
    yield batch
  }
  if (written !== rows) throw new Error(`${written} rows were exported, ${rows} counted`)
}

/**
 * Streams a list as CSV. The export is logged before the first row is sent, so that an aborted download is logged too.
 * If fewer or more rows are sent than were counted, the download fails, so that nobody takes the file for a complete
 * one.
 */
export async function sendLoggedCsv(
  context: DetachedContext<Principal>,
  { name, rows, columns, batches, total, log }: LoggedCsv,
): Promise<void> {
  await context.inTransaction(log)
  await sendCsv(context, { name, rows, lines: csvLines(columns, counted(batches, rows), total) })
}
