import type { Implement } from '#server/lib/implement.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import * as service from './service.ts'

export function dashboardRoutes(implement: Implement, options: { proxyNotTrusted?: boolean | undefined }): void {
  const notices = options.proxyNotTrusted ? (['proxy_not_trusted'] as const) : []
  implement(dashboardContract.monthlySales, async (context) => ({
    data: await service.monthlySales(context),
    notices: [...notices],
  }))
  implement(dashboardContract.clients, async (context) => ({ data: await service.clientCounts(context) }))
}
