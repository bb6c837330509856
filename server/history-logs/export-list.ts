import type { DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import type { CsvCell } from '#server/lib/http/send-csv.ts'
import { listFileMessages } from '#shared/lib/lists/messages.ts'
import { filesOf } from '#shared/lib/lists/list-export.ts'
import type { CellKind, FileColumn, ListFile } from '#shared/lib/lists/list-file.ts'
import { exportMessages } from '#shared/lib/messages.ts'
import { sendLoggedCsv } from './send-logged-csv.ts'
import { writeAuditLog } from './write-audit-log.ts'

/** The number of rows in memory at a time. */
const BATCH = 500

type Page = { page: number; per_page: number }

/** The function that reads one page of the list, and the name of the field of its response that contains the rows. */
type Source<Row, Query, Field extends string> = {
  query: Query
  read: (
    context: ReadContext<Principal>,
    query: Query & Page,
  ) => Promise<{ total: number } & Record<Field, readonly Row[]>>
  rowsIn: Field
}

function cellOf(kind: CellKind, value: string | number | null): CsvCell {
  if (value === null) return ''
  if (kind === 'text') return String(value)
  if (kind === 'amount') return { value: Number(value).toFixed(2) }
  // Instants in responses are in Manila time already, so they are only cut off after the seconds.
  return { value: kind === 'moment' ? String(value).slice(0, 19).replace('T', ' ') : String(value) }
}

const cellsOf = <Row>(columns: readonly FileColumn<Row>[], row: Row) =>
  columns.map(({ kind, value }) => cellOf(kind, value(row)))

/**
 * Streams all pages of a list as CSV from one snapshot, with the rows that its screen shows.
 */
export const exportList = <Row, Query extends { search: string }, Field extends string>(
  context: DetachedContext<Principal>,
  { name, columns }: ListFile<Row>,
  { query, read, rowsIn }: Source<Row, Query, Field>,
): Promise<string> =>
  context.inLongSnapshot(async (tx) => {
    const pageOf = (page: number) => read({ ...context, tx }, { ...query, page, per_page: BATCH })
    const first = await pageOf(1)
    const { total } = first
    let written = 0
    async function* batches(): AsyncGenerator<CsvCell[][], void> {
      for (let page = 1; written < total; page++) {
        const rows = (page === 1 ? first : await pageOf(page))[rowsIn]
        if (rows.length === 0) throw new Error(`${written} rows were exported, ${total} counted`)
        written += rows.length
        yield rows.map((row) => cellsOf(columns, row))
      }
    }
    await sendLoggedCsv(context, {
      name: filesOf(name).csv,
      rows: total,
      columns: columns.map(({ header }) => header),
      batches: batches(),
      total: () => [exportMessages.total, listFileMessages.rows(total), ...columns.slice(2).map(() => '')],
      log: (writing) =>
        writeAuditLog(writing, {
          type: 'history-logs.list.exported',
          subjectId: null,
          parameters: { list: name, rows: total, searched: query.search !== '' },
        }),
    })
    return ''
  })
