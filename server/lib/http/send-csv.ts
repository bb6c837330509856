import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import { TOTAL_ROWS_HEADER, toCsvText } from '#shared/lib/csv.ts'
import type { RequestContext } from '#server/lib/context.ts'
import { errorDetails } from '#server/lib/log-errors.ts'

type CsvFile = {
  name: string
  /** The number of rows, sent in a header so that the screen can show the progress. */
  rows: number
  lines: AsyncIterable<string>
}

const isReaderGone = (error: unknown) => errorDetails(error).code === 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Streams a CSV at the speed at which it is read. Resolves when the last line is sent or the reader has gone. An error
 * in between closes the connection, so that the browser reports a failed download and keeps no file.
 */
export async function sendCsv({ reply, log }: RequestContext<unknown>, file: CsvFile): Promise<void> {
  const body = new PassThrough()
  void reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file.name}"`,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      [TOTAL_ROWS_HEADER]: String(file.rows),
    })
    .send(body)
  try {
    await pipeline(file.lines, body)
  } catch (error) {
    if (isReaderGone(error)) return log.info({ file: file.name }, 'the reader of an export went away')
    log.error({ err: errorDetails(error), file: file.name }, 'an export was cut off')
  }
}

/**
 * A text, a number of centavos (written as pesos, `1500.00`), or a date, time or count that a spreadsheet may convert.
 */
export type CsvCell = string | number | { value: string }

// The CSV library's own escaping of formulas would break negative amounts and ignores leading spaces.
function textOf(cell: CsvCell): string {
  if (typeof cell === 'number') return (cell / 100).toFixed(2)
  return typeof cell === 'string' ? toCsvText(cell) : cell.value
}

const lines = (rows: readonly (readonly CsvCell[])[]): string =>
  stringify(
    rows.map((row) => row.map(textOf)),
    { quoted: true, quoted_empty: true, record_delimiter: 'windows' },
  )

// Without a byte order mark Excel does not recognize UTF-8.
const BYTE_ORDER_MARK = '\ufeff'

/**
 * A CSV for spreadsheets: byte order mark, quoted cells, CRLF, and texts protected from being read as a formula, number
 * or date. `total` is called after the last row; if it throws, the file stays incomplete. Without `total` the file ends
 * with the last row.
 */
export async function* csvLines(
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>,
  total?: () => readonly CsvCell[] | Promise<readonly CsvCell[]>,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + lines([columns])
  for await (const rows of batches) yield lines(rows)
  if (total) yield lines([await total()])
}
