import { stringify } from 'csv-stringify/sync'
import { toCsvText } from '#shared/lib/csv.ts'

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
 * or date. `total` is called after the last row; if it throws, the file stays incomplete.
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
