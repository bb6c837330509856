import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import { csvLines, type CsvCell, sendCsv } from '#server/lib/http/send-csv.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import {
  reportColumns,
  type Cell,
  type CellKind,
  type Range,
  type ReportName,
  type ReportTable,
} from '#shared/reports/reports.ts'
import { readReport } from './read-report.ts'

const csvCell = (cell: Cell, kind: CellKind): CsvCell => {
  if (kind === 'amount') return Number(cell)
  const text = cell === null ? '' : String(cell)
  return kind === 'text' ? text : { value: text }
}

/** The number of rows generated at a time. */
const BATCH = 500

async function* batches(rows: CsvCell[][]): AsyncGenerator<CsvCell[][], void> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH)
}

function fileLines(report: ReportName, { rows, totals }: ReportTable) {
  const columns = reportColumns[report]
  const cells = (row: Cell[]) => row.map((cell, index) => csvCell(cell, columns[index]!.kind))
  const [, ...sums] = cells(totals)
  return csvLines(
    columns.map(({ key }) => s.columns[key]),
    batches(rows.map(cells)),
    () => [s.total, ...sums],
  )
}

/** Sends a report as a CSV of the table on the screen, after the export was logged. */
export const exportReport = async (
  context: DetachedContext<Principal>,
  report: ReportName,
  range: Range,
): Promise<void> => {
  const { branchId } = context
  const table = await context.inLongSnapshot((tx) => readReport(tx, report, { branchId, ...range }))
  await context.inTransaction((writing) =>
    writeAuditLog(writing, {
      type: 'reports.report.exported',
      subjectId: null,
      parameters: { report, ...range },
    }),
  )
  await sendCsv(context, { name: `${report}.csv`, rows: table.rows.length, lines: fileLines(report, table) })
}
