import type { Context } from '#server/lib/context.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { alertsContract as contract, type ChartAlert } from '#shared/alerts/contract.ts'
import { addAlert, endAlert, readAlert, replaceAlert } from './change-alerts.ts'
import { listAlerts, readChartAlerts } from './read-alerts.ts'

/** Stores only the alert's id with the idempotency key of a change, because the words of an alert are health data. */
const repeated = {
  toStored: ({ data }: { data: ChartAlert }) => ({ id: data.id }),
  rebuild: async (context: Context, { id }: { id: string }) => ({ data: await readAlert(context, id) }),
}

export function alertRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(contract.list, async (context, { querystring }) => ({
    data: await listAlerts(context, querystring.client_ids),
  }))
  registerEndpoint(contract.ofChart, async (context, { params }) => ({
    data: await readChartAlerts(context, params.clientId),
  }))
  registerEndpoint(
    contract.add,
    async (context, { params, body }) => ({ data: await addAlert(context, params.clientId, body) }),
    repeated,
  )
  registerEndpoint(
    contract.replace,
    async (context, { params, body }) => ({ data: await replaceAlert(context, params, body) }),
    repeated,
  )
  registerEndpoint(contract.end, async (context, { params }) => ({ data: await endAlert(context, params) }))
}
