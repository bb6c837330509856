import { failingJobs } from '#server/db/job-runs.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import * as service from './service.ts'

export function dashboardRoutes(registerEndpoint: RegisterEndpoint, options: service.NoticeOptions): void {
  registerEndpoint(dashboardContract.monthlySales, async (context) => ({
    data: await service.monthlySales(context),
    notices: await service.notices(context, options),
    failing_jobs: await failingJobs(context.tx),
  }))
  registerEndpoint(dashboardContract.today, async (context) => ({ data: await service.todayCounts(context) }))
  registerEndpoint(dashboardContract.clients, async (context) => ({ data: await service.clientCounts(context) }))
}
