import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { booksContract } from '#shared/reports/books-contract.ts'
import { reportsContract as contract } from '#shared/reports/contract.ts'
import { inPesos } from '#shared/reports/reports.ts'
import { checkBooks, readLastCheck } from './check-books.ts'
import { exportReport } from './export-report.ts'
import { readReport } from './read-report.ts'
import { rangeWithPerson, readPeople } from './report-people.ts'

export function reportRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(contract.read, async (context, { params: { report }, querystring }) => {
    const { range } = await rangeWithPerson(context.tx, report, querystring, context)
    const { rows, totals, ...others } = await readReport(context.tx, report, range)
    return { data: { ...inPesos(report, { rows, totals }), ...others } }
  })
  registerEndpoint(contract.people, async ({ tx, branchId }) => ({ data: await readPeople(tx, branchId) }))
  registerEndpoint(contract.exportCsv, async (context, { params, querystring }) => {
    await exportReport(context, params.report, querystring)
    return ''
  })
  registerEndpoint(booksContract.lastCheck, async (context) => ({ data: await readLastCheck(context) }))
  registerEndpoint(booksContract.checkBooks, async (context) => ({ data: await checkBooks(context) }))
}
