import { AppError } from '#server/lib/app-error.ts'
import type { StoredColumn } from './stored-columns.ts'
import { MAX_CELL, MAX_COLUMNS, MAX_ROWS, type ImportKind } from '#shared/imports/kinds.ts'
import { countHeadings } from '#shared/imports/match-columns.ts'
import { importRefusals } from '#shared/imports/messages.ts'
import { dateOrderFinder } from '#shared/imports/read-values.ts'
import { fromCsvText } from '#shared/lib/csv.ts'

/** A row with its number in the file, as a spreadsheet shows it. */
export type TableRow = { number: number; cells: string[] }

const refuse = (sentence: string) => new AppError('validation', sentence, { errors: { file: [sentence] } })

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])

/** Reads the rows of a CSV or XLSX file, recognized by its first bytes, because names prove nothing. */
async function* readTable(file: Blob): AsyncGenerator<TableRow, void> {
  const start = Buffer.from(await file.slice(0, 8).arrayBuffer())
  if (start.subarray(0, 4).equals(ZIP)) {
    const { readXlsx } = await import('./read-xlsx.ts')
    return yield* readXlsx(file)
  }
  if (start.subarray(0, 4).equals(OLE)) {
    // Excel stores a file that is protected with a password in the container format of its older files.
    const isEncrypted = Buffer.from(await file.arrayBuffer()).includes(Buffer.from('EncryptedPackage', 'utf16le'))
    throw refuse(isEncrypted ? importRefusals.protectedExcel : importRefusals.oldExcel)
  }
  const { readCsv } = await import('./read-csv.ts')
  yield* readCsv(file)
}

const isFilled = (cell: string) => cell !== ''

/**
 * Trims the cells, and removes the apostrophe with which our exports protect numbers from spreadsheets. Throws a 422
 * for too many columns or a cell that is too long.
 */
function clean({ number, cells }: TableRow): TableRow {
  const trimmed = cells.map((cell) => fromCsvText(cell.replaceAll('\u0000', '').trim()))
  while (trimmed.length > 0 && trimmed.at(-1) === '') trimmed.pop()
  if (trimmed.length > MAX_COLUMNS) throw refuse(importRefusals.tooManyColumns(MAX_COLUMNS))
  if (trimmed.some((cell) => cell.length > MAX_CELL)) throw refuse(importRefusals.cellTooLong(number, MAX_CELL))
  return { number, cells: trimmed }
}

/** The headings are searched in this many rows, because titles and merged headings can be above them. */
const HEADING_ROWS = 10

/**
 * The index of the heading row: the row with the most known headings, otherwise the first row with at least two filled
 * cells. A title above the headings fills only one cell.
 */
function findHeading(kind: ImportKind, rows: readonly TableRow[]): number {
  const known = rows.map(({ cells }) => countHeadings(kind, cells))
  const most = Math.max(0, ...known)
  if (most > 0) {
    const at = known.indexOf(most)
    // Excel lists often have two rows of headings: a merged cell such as `Contact` above `Mobile` and `Email`. The
    // lower row names the columns, so it is taken if the reader knows all of its headings.
    const below = rows[at + 1]?.cells.filter(isFilled).length ?? 0
    return below > 0 && known[at + 1] === below ? at + 1 : at
  }
  return Math.max(
    0,
    rows.findIndex(({ cells }) => cells.filter(isFilled).length > 1),
  )
}

/**
 * The headings of the columns. An empty cell of the heading row takes the text above it, because a heading can be
 * merged over both rows.
 */
const headingsOf = (rows: readonly TableRow[], at: number): string[] => {
  const [above, heading] = [rows[at - 1]?.cells ?? [], rows[at]?.cells ?? []]
  const hasGroups = above.filter(isFilled).length > 1
  const width = Math.max(heading.length, hasGroups ? above.length : 0)
  return Array.from({ length: width }, (_, i) => heading[i] || (hasGroups ? (above[i] ?? '') : ''))
}

const SAMPLES = 3

/** Collects the facts about each column that the screen shows, row by row. */
function columnFacts(headings: readonly string[]) {
  const begin = (heading: string) => ({ heading, sample_rows: [] as number[], order: dateOrderFinder() })
  const columns = headings.map(begin)
  const add = ({ number, cells }: TableRow) => {
    while (columns.length < cells.length) columns.push(begin(''))
    for (const [at, cell] of cells.entries()) {
      const column = columns[at]!
      if (cell === '') continue
      if (column.sample_rows.length < SAMPLES) column.sample_rows.push(number)
      column.order.add(cell)
    }
  }
  const facts = (): StoredColumn[] =>
    columns.map(({ heading, sample_rows, order }) => ({ heading, samples: [], sample_rows, dates: order.orders() }))
  return { add, facts }
}

/**
 * Reads an imported table (CSV or spreadsheet): passes its rows to `save` in chunks, without the heading row, and
 * returns the facts about its columns. Rows without a value are skipped. Throws a 422 for a file that is no table, or
 * is too large.
 */
export async function readList(
  file: Blob,
  kind: ImportKind,
  { chunkSize, save }: { chunkSize: number; save: (rows: TableRow[]) => Promise<void> },
): Promise<{ columns: StoredColumn[]; rows: number }> {
  const first: TableRow[] = []
  let facts: ReturnType<typeof columnFacts> | undefined
  let chunk: TableRow[] = []
  let rows = 0
  const take = async (row: TableRow) => {
    if (++rows > MAX_ROWS) throw refuse(importRefusals.tooManyRows(MAX_ROWS))
    facts!.add(row)
    chunk.push(row)
    if (chunk.length < chunkSize) return
    await save(chunk)
    chunk = []
  }
  const begin = async () => {
    const at = findHeading(kind, first)
    facts = columnFacts(headingsOf(first, at))
    for (const row of first.slice(at + 1)) await take(row)
  }
  for await (const read of readTable(file)) {
    const row = clean(read)
    if (!row.cells.some(isFilled)) continue
    if (facts) await take(row)
    else if (first.push(row) === HEADING_ROWS) await begin()
  }
  if (first.length === 0) throw refuse(importRefusals.empty)
  if (!facts) await begin()
  if (rows === 0) throw refuse(importRefusals.onlyHeading)
  await save(chunk)
  return { columns: facts!.facts(), rows }
}
