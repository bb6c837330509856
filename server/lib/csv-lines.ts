import { stringify } from 'csv-stringify/sync'
import { toCsvText } from '#shared/lib/csv.ts'

/**
 * A text; an amount in centavos, which is written in pesos: `1500.00`; or the value of a date, a time or a count, which a
 * spreadsheet may read as such.
 */
export type CsvCell = string | number | { value: string }

// The library's own escape of formulas would spoil negative amounts and forgets leading spaces.
function textOf(cell: CsvCell): string {
  if (typeof cell === 'number') return (cell / 100).toFixed(2)
  return typeof cell === 'string' ? toCsvText(cell) : cell.value
}

const lines = (rows: readonly (readonly CsvCell[])[]): string =>
  stringify(
    rows.map((row) => row.map(textOf)),
    { quoted: true, quoted_empty: true, record_delimiter: 'windows' },
  )

// Without it, Excel reads UTF-8 as something else.
const BYTE_ORDER_MARK = '\ufeff'

/**
 * A CSV for spreadsheets: a byte order mark, every cell quoted, CRLF, and no text that would run as a formula or become
 * a number or a date. `total` is
 * asked for once all rows are written; when it throws, the file stays unfinished.
 */
export async function* csvLines(
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>,
  total: () => readonly CsvCell[],
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + lines([columns])
  for await (const rows of batches) yield lines(rows)
  yield lines([total()])
}
