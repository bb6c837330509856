import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { overviewContract } from '#shared/overview/contract.ts'
import { saveGoal } from './goal.ts'
import { readOverview } from './read-overview.ts'

export function overviewRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(overviewContract.read, async (context) => ({ data: await readOverview(context) }))
  registerEndpoint(overviewContract.saveGoal, async (context, { body }) => ({
    data: await saveGoal(context, body.monthly_goal),
  }))
}
