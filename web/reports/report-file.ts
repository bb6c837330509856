import { reportMessages } from '#shared/reports/messages.ts'
import {
  columnNames,
  mainColumn,
  notesOf,
  reportNames,
  reports,
  type Range,
  type ReportColumn,
  type ReportName,
} from '#shared/reports/reports.ts'
import { formatPeriod } from '#shared/sales/period.ts'
import { factsOf, type Making, type Report, type ReportColumn as PdfColumn } from '#web/exports/report/report.ts'

/** Column widths in millimetres by kind of cell. Large pages have smaller text. */
const usualWidths = { date: 24, month: 32, time: 18, count: 20, decimal: 20, percent: 20, amount: 29, text: 32 }
const smallWidths = { date: 17, month: 24, time: 14, count: 16, decimal: 16, percent: 16, amount: 20, text: 24 }

/** The size and orientation of the page, large enough for a table with these columns. */
function layoutOf({ length }: readonly ReportColumn[]): NonNullable<Report['layout']> {
  if (length > 10) return 'large'
  return length > 6 ? 'wide' : 'upright'
}

const widestKey = (report: ReportName) => reports[report].widest ?? reports[report].columns[0]!.key

function pdfColumn(report: ReportName, { key, kind, width }: ReportColumn, cell: number): PdfColumn {
  const widths = layoutOf(reports[report].columns) === 'large' ? smallWidths : usualWidths
  return { header: columnNames[key], cell, kind, ...(key !== widestKey(report) && { width: width ?? widths[kind] }) }
}

/** The sentence that names the person to whom a report is limited, if any. */
export function personNotes(report: ReportName, name: string | undefined): string[] {
  const { person } = reports[report]
  return person && name !== undefined ? [reportMessages.onlyPerson(person, name)] : []
}

/** The file names of a report. */
export const filesOf = (report: ReportName) => ({
  csv: `${report}.csv`,
  xlsx: `${report}.xlsx`,
  pdf: `${report}.pdf`,
})

/** Describes a report for its PDF and Excel file, which have the columns of its CSV file. */
export function reportFile(report: ReportName, range: Range, making: Making, person?: string): Report {
  const { columns: all } = reports[report]
  const columns = all.map((column, index) => pdfColumn(report, column, index))
  const main = columns[mainColumn(report)]!
  const count = columns.find(({ kind }, index) => kind === 'count' && !all[index]!.hasNoSum)
  return {
    title: reportNames[report],
    ...factsOf(making, [formatPeriod(range), ...personNotes(report, person), ...notesOf(report)]),
    columns,
    // A report without sums, such as a list of clients, has no figures above its table.
    sums: all[mainColumn(report)]!.hasNoSum ? [] : count ? [count, main] : [main],
    layout: layoutOf(all),
  }
}
