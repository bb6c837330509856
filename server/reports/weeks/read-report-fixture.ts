import { csvReader } from '#shared/lib/csv.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reports, type ColumnKey, type ReportName } from '#shared/reports/reports.ts'
import type { WeeksClinic } from './clinic-fixture.ts'
import type { Week } from './week-fixture.ts'

/**
 * Reads a report as CSV and returns its rows of data, without the first row (column names) and the last row (totals).
 */
async function readCsvRows({ owner, server }: WeeksClinic, report: ReportName, { from, to }: Week) {
  const { body } = await server.app.inject({
    url: `/api/reports/${report}/export.csv?from=${from}&to=${to}`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  return csvReader().push(body).slice(1, -1)
}

/**
 * Reads a report of a week as the owner. The API returns pesos; they are converted into centavos, as in the test's
 * books. The rows of a report that is too long for the screen come from its CSV file.
 */
export async function readReport(clinic: WeeksClinic, report: ReportName, week: Week) {
  const { data } = await clinic.owner.call(reportsContract.read, { params: { report }, querystring: week })
  const all = data.rows.length < data.count ? await readCsvRows(clinic, report, week) : data.rows
  const { columns } = reports[report]
  const indexOf = (key: ColumnKey) => columns.findIndex((column) => column.key === key)
  const cell = (row: readonly (string | number | null)[], key: ColumnKey) => {
    const value = row[indexOf(key)]!
    return columns[indexOf(key)]!.kind === 'amount' ? toCentavos(Number(value)) : value
  }
  return {
    count: data.count,
    total: (key: ColumnKey) => Number(cell(data.totals, key)),
    rows: (...keys: ColumnKey[]) => all.map((row) => keys.map((key) => cell(row, key))),
  }
}
