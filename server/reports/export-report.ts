import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import { csvLines, type CsvCell, sendCsv } from '#server/lib/http/send-csv.ts'
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

function fileLines(report: ReportName, { count, totals, batches }: WholeReport) {
  const { columns } = reports[report]
  const cells = (row: Cell[]) => row.map((cell, index) => csvCell(cell, columns[index]!.kind))
  let written = 0
  async function* lines(): AsyncGenerator<CsvCell[][], void> {
    for await (const rows of batches) {
      written += rows.length
      yield rows.map(cells)
    }
  }
  return csvLines(
    columns.map(({ key }) => columnNames[key]),
    lines(),
    () => {
      if (written !== count) throw new Error(`${written} rows were exported, ${count} counted`)
      return [s.total, ...cells(totals).slice(1)]
    },
  )
}

/**
 * Streams a report as CSV from one snapshot. The export is logged before the first row is sent, so also if the download
 * is aborted.
 */
export const exportReport = (
  context: DetachedContext<Principal>,
  report: ReportName,
  asked: AskedReport,
): Promise<void> =>
  context.inLongSnapshot(async (tx) => {
    const { range, person } = await rangeWithPerson(tx, report, asked, context)
    const whole = await openReport(tx, report, range)
    const parameters = { report, from: range.from, to: range.to, ...(person !== undefined && { person }) }
    await context.inTransaction((writing) =>
      writeAuditLog(writing, { type: 'reports.report.exported', subjectId: null, parameters }),
    )
    await sendCsv(context, { name: `${report}.csv`, rows: whole.count, lines: fileLines(report, whole) })
  })
