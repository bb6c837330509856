import { differencesByCashier } from '#server/cash/lists.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { ReportCheck } from '#shared/reports/contract.ts'
import type { RowNote } from '#shared/reports/columns.ts'
import {
  cellsOf,
  MOST_ROWS_ON_SCREEN,
  reports,
  summedColumns,
  totalsOf,
  type Cell,
  type ReportName,
  type ReportTable,
} from '#shared/reports/reports.ts'
import { bookletReports } from './booklet-views.ts'
import { cashReports } from './cash-views.ts'
import { dayReports } from './day-views.ts'
import { journalReports } from './journal-views.ts'
import { paymentReports } from './payment-views.ts'
import {
  planForDates,
  type LongReportSums,
  type ReportRange,
  type ReportReader,
  type ReportRow,
} from './report-views.ts'
import { prepaidReports } from './prepaid-views.ts'
import { stockReports } from './stock-views.ts'
import { salesReports } from './sales-views.ts'
import { smallSalesReports } from './small-sales-views.ts'
import { taxReports } from './tax-views.ts'
import { clientReports } from './visits/client-views.ts'
import { useReports } from './visits/use-views.ts'
import { visitReports } from './visits/visit-views.ts'

const readers: Record<ReportName, ReportReader> = {
  ...salesReports,
  ...taxReports,
  ...journalReports,
  ...paymentReports,
  ...dayReports,
  ...bookletReports,
  ...smallSalesReports,
  ...cashReports,
  ...prepaidReports,
  ...stockReports,
  ...visitReports,
  ...useReports,
  ...clientReports,
  'shifts-by-cashier': async (tx, { branchId, from, to }) =>
    (await differencesByCashier(tx, branchId, { from, to })).map(({ cashier_name, closed, short, over }) => ({
      cashier: cashier_name,
      shifts: closed,
      short,
      over,
      difference: over - short,
    })),
}

const totalsOfLong = (report: ReportName, { sums }: LongReportSums): Cell[] =>
  reports[report].columns.map(({ key }) => sums[key] ?? null)

/** A report with the number of all its rows and the notes of its rows. A long report contains only its first rows. */
type ShownReport = ReportTable & { count: number; checks?: ReportCheck[]; clients?: string[]; notes?: RowNote[] }

/** A report over a range of business dates for the screen: rows and column totals, in centavos. */
export async function readReport(tx: ReadTx, report: ReportName, range: ReportRange): Promise<ShownReport> {
  const reader = readers[report]
  await planForDates(tx)
  if (typeof reader === 'function') {
    const rows = await reader(tx, range)
    const notes = [...new Set(rows.flatMap(({ note }) => note ?? []))]
    return {
      rows: rows.map((row) => cellsOf(report, row)),
      totals: totalsOf(report, rows),
      count: rows.length,
      ...(notes.length > 0 && { notes }),
    }
  }
  const asked = { most: MOST_ROWS_ON_SCREEN, columns: summedColumns(report) }
  const { rows, ...sums } = await reader.first(tx, range, asked)
  const checks = reports[report].hasChecks && rows.flatMap(({ check }) => check ?? [])
  const clients = rows.flatMap(({ client_id }) => client_id ?? [])
  return {
    rows: rows.map((row) => cellsOf(report, row)),
    count: sums.count,
    totals: totalsOfLong(report, sums),
    ...(checks && { checks }),
    ...(clients.length > 0 && { clients }),
  }
}

type WholeReport = {
  count: number
  batches: AsyncIterable<Cell[][]>
  /**
   * Returns the totals of the columns. The totals of a long report are added up only when this function is called after
   * the last row, so that the first row of a file does not wait for them.
   */
  readTotals: () => Promise<Cell[]>
}

async function* cellsInBatches(report: ReportName, batches: AsyncIterable<readonly ReportRow[]>) {
  for await (const rows of batches) yield rows.map((row) => cellsOf(report, row))
}

/** The number of rows generated at a time. */
const BATCH = 500

async function* inParts(rows: Cell[][]): AsyncGenerator<Cell[][], void> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH)
}

/** A report for a file: all rows in batches, which a long report reads only when they are needed. */
export async function openReport(tx: ReadTx, report: ReportName, range: ReportRange): Promise<WholeReport> {
  const reader = readers[report]
  if (typeof reader === 'function') {
    const { rows, count, totals } = await readReport(tx, report, range)
    return { count, batches: inParts(rows), readTotals: async () => totals }
  }
  await planForDates(tx)
  return {
    count: await reader.count(tx, range),
    batches: cellsInBatches(report, reader.batches(tx, range)),
    readTotals: async () => totalsOfLong(report, await reader.sums(tx, range, summedColumns(report))),
  }
}
