import { expect, test } from 'vitest'
import type { RowNote } from '#shared/reports/columns.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import {
  columnNames,
  reportNames,
  reports,
  REPORTS,
  totalsOf,
  type Cell,
  type CellKind,
  type ReportName,
} from '#shared/reports/reports.ts'
import { fontsFromDisk, overlapsOf, pagesOf } from '#web/exports/report/report-fixture.ts'
import { reportPdf } from '#web/exports/report/report-pdf.ts'
import { reportFile } from './report-file.ts'

const fonts = fontsFromDisk()
const making = {
  clinic: { name: 'Perlas', address: '12 Scout Street, Quezon City', phone: '', tin: '' },
  by: 'Olga Owner',
  now: new Date('2026-11-21T09:31:00+08:00'),
}
const november = { from: '2026-11-01', to: '2026-11-30' }

const samples: Record<CellKind, (n: number) => Cell> = {
  text: (n) => `Name of row ${n}`,
  date: (n) => `2026-11-${String(n).padStart(2, '0')}`,
  month: (n) => `2026-${String(n).padStart(2, '0')}-01`,
  time: () => '09:41:07',
  count: (n) => 1_000 + n,
  decimal: (n) => n + 0.5,
  percent: (n) => 60 + n,
  amount: (n) => 123_456_700 + n,
}

/** The CSV rows of a report with this many rows. */
function csvOf(report: ReportName, count: number): string[][] {
  const columns = reports[report].columns
  const rows = Array.from({ length: count }, (_, n) => columns.map(({ kind }) => samples[kind](n + 1)))
  const text = (cell: Cell, index: number) => {
    if (cell === null) return index === 0 ? s.total : ''
    return columns[index]!.kind === 'amount' ? (Number(cell) / 100).toFixed(2) : String(cell)
  }
  const numbers = rows.map((row) => Object.fromEntries(columns.map(({ key }, index) => [key, row[index]!])))
  const totals = totalsOf(report, numbers)
  return [columns.map(({ key }) => columnNames[key]), ...[...rows, totals].map((row) => row.map(text))]
}

/** The number of columns of a report whose total is a sum of amounts. */
const countOfSums = (report: ReportName) =>
  reports[report].columns.filter(
    ({ kind, ratio, hasNoSum, total }) => kind === 'amount' && !ratio && !hasNoSum && !total,
  ).length

const textOf = async (report: ReportName, rows: string[][]) =>
  (await pagesOf(reportPdf(reportFile(report, november, making), rows, fonts, () => undefined))).join(' ')

test.each(REPORTS)('no text of the PDF of the report %s is drawn over another', async (report) => {
  const pdf = reportPdf(reportFile(report, november, making), csvOf(report, 3), fonts, () => undefined)
  expect(await overlapsOf(pdf)).toEqual([])
})

test.each(REPORTS)(
  'the PDF of the report %s names the clinic, the days, every column and row, and every sum',
  async (report) => {
    const text = await textOf(report, csvOf(report, 3))
    for (const part of [
      'Perlas',
      reportNames[report],
      'November 1, 2026 to November 30, 2026',
      'by Olga Owner',
      'Total',
    ])
      expect(text).toContain(part)
    expect(text.split('₱3,703,701.06').length - 1).toBeGreaterThanOrEqual(countOfSums(report))
    for (const { key, kind, hasNoSum } of reports[report].columns) {
      for (const word of columnNames[key].split(' ')) expect(text).toContain(word)
      // The PDF text contains the whole figure: an amount too wide for its column would be broken into two lines.
      if (kind === 'percent') expect(text).toContain('62%')
      if (kind === 'amount') for (const n of [1, 2, 3]) expect(text).toContain(`₱1,234,567.0${n}`)
      if (kind === 'count' && !hasNoSum) expect(text).toContain('3,006')
    }
  },
)

test('the total in the PDF of the percentage tax report is 3 % of the taxable total', async () => {
  expect(await textOf('percentage-tax', csvOf('percentage-tax', 3))).toContain('₱111,111.03')
})

test('the PDF of a report names the notes that the screen shows about its rows, and only those', async () => {
  const pdfWith = async (rowNotes: RowNote[]) => {
    const file = reportFile('percentage-tax', november, making, { rowNotes })
    return (await pagesOf(reportPdf(file, csvOf('percentage-tax', 2), fonts, () => undefined))).join(' ')
  }
  expect(await pdfWith(['present-tax-class'])).toContain(s.rowNotes['present-tax-class'])
  expect(await pdfWith([])).not.toContain(s.rowNotes['present-tax-class'])
})

test('the PDF of a report over several pages has column headings on each page and the sums on the last', async () => {
  const pages = await pagesOf(
    reportPdf(reportFile('sales-by-day', november, making), csvOf('sales-by-day', 120), fonts, () => undefined),
  )
  expect(pages.length).toBeGreaterThan(2)
  for (const page of pages) expect(page).toContain('Date Sales Gross Discounts')
  expect(pages.at(-1)).toContain('₱148,148,112.60')
})

test('the PDF of a report without rows is one page that says that there are none', async () => {
  const text = await textOf('voids-and-refunds', csvOf('voids-and-refunds', 0))
  expect(text).toContain('Total ₱0.00')
  expect(text).toContain('Page 1 of 1')
})
