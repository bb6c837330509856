import { sendLoggedCsv } from '#server/history-logs/send-logged-csv.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import type { CsvCell } from '#server/lib/http/send-csv.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import { columnNames, reports, type Cell, type CellKind, type ReportName } from '#shared/reports/reports.ts'
import { openReport } from './read-report.ts'
import { rangeWithPerson, type AskedReport } from './report-people.ts'

const csvCell = (cell: Cell, kind: CellKind): CsvCell => {
  if (cell === null) return ''
  if (kind === 'amount') return Number(cell)
  return kind === 'text' ? String(cell) : { value: String(cell) }
}

type WholeReport = Awaited<ReturnType<typeof openReport>>

async function* batchesOf({ batches }: WholeReport, cells: (row: Cell[]) => CsvCell[]) {
  for await (const rows of batches) yield rows.map(cells)
}

/** Streams a report as CSV from one snapshot. */
export const exportReport = (
  context: DetachedContext<Principal>,
  report: ReportName,
  asked: AskedReport,
): Promise<void> =>
  context.inReportSnapshot(async (tx) => {
    const { range, person } = await rangeWithPerson(tx, report, asked, context)
    const whole = await openReport(tx, report, range)
    const { columns } = reports[report]
    const cells = (row: Cell[]) => row.map((cell, index) => csvCell(cell, columns[index]!.kind))
    const parameters = { report, from: range.from, to: range.to, ...(person !== undefined && { person }) }
    await sendLoggedCsv(context, {
      name: `${report}.csv`,
      rows: whole.count,
      columns: columns.map(({ key }) => columnNames[key]),
      batches: batchesOf(whole, cells),
      total: async () => [s.total, ...cells(await whole.readTotals()).slice(1)],
      log: (writing) => writeAuditLog(writing, { type: 'reports.report.exported', subjectId: null, parameters }),
    })
  })
