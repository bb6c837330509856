import { rowNotesOf, type RowNote } from '#shared/reports/columns.ts'
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
import {
  factsOf,
  TABLE_WIDTHS,
  type Making,
  type Report,
  type ReportColumn as PdfColumn,
} from '#web/exports/report/report.ts'

/** Column widths in millimetres by kind of cell. Large pages have smaller text. */
const usualWidths = { date: 24, month: 32, time: 18, count: 20, decimal: 20, percent: 20, amount: 26, text: 32 }
const smallWidths = { date: 15, month: 20, time: 13, count: 15, decimal: 15, percent: 15, amount: 19, text: 24 }

type Layout = NonNullable<Report['layout']>
const widthsOf = (layout: Layout) => (layout === 'large' ? smallWidths : usualWidths)

const widestKey = (report: ReportName) => reports[report].widest ?? reports[report].columns[0]!.key

/** The millimetres that remain for the widest column of a report when all other columns have their usual widths. */
function widthOfWidest(report: ReportName, layout: Layout): number {
  const others = reports[report].columns.filter(({ key }) => key !== widestKey(report))
  return others.reduce<number>(
    (left, { kind, width }) => left - (width ?? widthsOf(layout)[kind]),
    TABLE_WIDTHS[layout],
  )
}

/** Chooses the smallest page on which the column that gets the remaining width is no narrower than usual for its kind. */
function layoutOf(report: ReportName): Layout {
  const { kind } = reports[report].columns.find(({ key }) => key === widestKey(report))!
  const fits = (layout: Layout) => widthOfWidest(report, layout) >= widthsOf(layout)[kind]
  return (['upright', 'wide'] as const).find(fits) ?? 'large'
}

function pdfColumn(report: ReportName, { key, kind, width }: ReportColumn, cell: number): PdfColumn {
  const widths = widthsOf(layoutOf(report))
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

type Shown = { person?: string | undefined; rowNotes?: readonly RowNote[] | undefined }

/**
 * Describes a report for its PDF and Excel file, which have the columns of its CSV file. `shown` has the person and the
 * notes of rows that the screen shows with the report.
 */
export function reportFile(report: ReportName, range: Range, making: Making, shown: Shown = {}): Report {
  const notes = [...personNotes(report, shown.person), ...notesOf(report), ...rowNotesOf(shown.rowNotes)]
  const { columns: all } = reports[report]
  const columns = all.map((column, index) => pdfColumn(report, column, index))
  const main = columns[mainColumn(report)]!
  const count = columns.find(({ kind }, index) => kind === 'count' && !all[index]!.hasNoSum)
  return {
    title: reportNames[report],
    ...factsOf(making, [formatPeriod(range), ...notes]),
    columns,
    // A report without sums, such as a list of clients, has no figures above its table.
    sums: all[mainColumn(report)]!.hasNoSum ? [] : count ? [count, main] : [main],
    layout: layoutOf(report),
  }
}
