import { mainColumn, reportColumns, type Range, type ReportColumn, type ReportName } from '#shared/reports/reports.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import { formatPeriod } from '#shared/sales/period.ts'
import { factsOf, type Making, type Report, type ReportColumn as PdfColumn } from '#web/exports/report/report.ts'

/** Column widths in millimetres by kind of cell. */
const widths = { date: 24, month: 32, time: 18, count: 20, amount: 29, text: 32 }
const own: Partial<Record<ReportColumn['key'], number>> = { number: 18, original: 20, kind: 18 }

/** The column that gets the remaining width. */
const widestOf: Partial<Record<ReportName, ReportColumn['key']>> = {
  'senior-pwd-book': 'holder',
  'voids-and-refunds': 'reason',
}

/** The column that names the rows, usually the first. */
const widestKey = (report: ReportName) => widestOf[report] ?? reportColumns[report][0]!.key

const pdfColumn = (report: ReportName, { key, kind }: ReportColumn, cell: number): PdfColumn => ({
  header: s.columns[key],
  cell,
  kind,
  ...(key !== widestKey(report) && { width: own[key] ?? widths[kind] }),
})

/** The file names of a report. */
export const filesOf = (report: ReportName) => ({
  csv: `${report}.csv`,
  xlsx: `${report}.xlsx`,
  pdf: `${report}.pdf`,
})

/** A report as a PDF; its columns are the cells of its CSV. */
export function reportFile(report: ReportName, range: Range, making: Making): Report {
  const columns = reportColumns[report].map((column, index) => pdfColumn(report, column, index))
  const main = columns[mainColumn(report)]!
  const count = columns.find(({ kind }) => kind === 'count')
  return {
    title: s.names[report],
    ...factsOf(making, [formatPeriod(range)]),
    columns,
    sums: count ? [count, main] : [main],
    isWide: columns.length > 6,
  }
}
