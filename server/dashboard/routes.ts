import { failingJobs } from '#server/db/job-runs.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import * as service from './service.ts'

export function dashboardRoutes(
  registerEndpoint: RegisterEndpoint,
  options: { proxyNotTrusted?: boolean | undefined },
): void {
  const notices = options.proxyNotTrusted ? (['proxy_not_trusted'] as const) : []
  registerEndpoint(dashboardContract.monthlySales, async (context) => ({
    data: await service.monthlySales(context),
    notices: [...notices, ...((await service.doBooksDiffer(context)) ? (['books_differ'] as const) : [])],
    failing_jobs: await failingJobs(context.tx),
  }))
  registerEndpoint(dashboardContract.today, async (context) => ({ data: await service.todayCounts(context) }))
  registerEndpoint(dashboardContract.clients, async (context) => ({ data: await service.clientCounts(context) }))
}
