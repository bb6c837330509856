import { failingJobs } from '#server/db/job-runs.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import * as dashboard from './read-dashboard.ts'

export function dashboardRoutes(registerEndpoint: RegisterEndpoint, options: dashboard.ProblemOptions): void {
  registerEndpoint(dashboardContract.monthlySales, async (context) => ({
    data: await dashboard.readMonthlySales(context),
    notices: await dashboard.listProblems(context, options),
    failing_jobs: await failingJobs(context.tx),
  }))
  registerEndpoint(dashboardContract.today, async (context) => ({ data: await dashboard.countToday(context) }))
  registerEndpoint(dashboardContract.clients, async (context) => ({
    data: await dashboard.countClientsByMonth(context),
  }))
}
