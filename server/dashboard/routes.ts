import type { Implement } from '#server/lib/implement.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import * as service from './service.ts'

export function dashboardRoutes(implement: Implement): void {
  implement(dashboardContract.monthlySales, async (context) => ({ data: await service.monthlySales(context) }))
  implement(dashboardContract.clients, async (context) => ({ data: await service.clientCounts(context) }))
}
