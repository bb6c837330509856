import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { treatmentPlansContract as contract } from '#shared/treatment-plans/contract.ts'
import { changePlan, setPlanEnded, startPlan } from './change-plan.ts'
import { exportDuePlans, listDuePlans, plansInChart, runningPlans } from './read-plans.ts'

export function treatmentPlanRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(contract.inChart, async (context, { params }) => ({ data: await plansInChart(context, params.id) }))
  registerEndpoint(contract.start, async (context, { params, body }) => ({
    data: await startPlan(context, params.id, body),
  }))
  registerEndpoint(contract.change, async (context, { params, body }) => ({
    data: await changePlan(context, params.id, body),
  }))
  registerEndpoint(contract.setEnded, async (context, { params, body }) => ({
    data: await setPlanEnded(context, params.id, body.is_ended),
  }))
  registerEndpoint(contract.ofClient, async (context, { params }) => ({ data: await runningPlans(context, params.id) }))
  registerEndpoint(contract.due, (context, { querystring }) => listDuePlans(context, querystring))
  registerEndpoint(contract.exportDue, async (context, { querystring }) => {
    await exportDuePlans(context, querystring.search)
    return ''
  })
}
