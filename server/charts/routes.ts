import type { Principal } from '#server/lib/context.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { photoAddress } from '#server/users/photo.ts'
import { chartsContract as contract, type ChartHead } from '#shared/charts/contract.ts'
import { clinicalRecordMessages } from '#shared/charts/messages.ts'
import { chartKeptUntil } from '#shared/charts/retention.ts'
import { withChart, type ChartOwner } from './chart-access.ts'
import { deleteChart, listKeptCharts, type ChartFiles } from './kept-charts.ts'
import { exportReads, listReads } from './read-log.ts'
import { readRecordCheck } from './record-check.ts'
import { readSettings, saveSettings } from './settings.ts'
import { exportList } from '#server/history-logs/export-list.ts'
import { keptChartFile } from '#shared/charts/list-file.ts'

/** The client's data that screens show above a chart; the photo only for callers who may load photos of clients. */
const headOf = (owner: ChartOwner, { permissions }: Principal): ChartHead => ({
  client_id: owner.client_id,
  name: owner.name,
  contact_number: owner.contact_number,
  photo: permissions.has('clients.read') ? photoAddress(owner.photo_path) : null,
  last_visit: owner.last_visit,
  locked_until: owner.closed_at && chartKeptUntil(owner),
})

export function chartRoutes(registerEndpoint: RegisterEndpoint, files: ChartFiles): void {
  registerEndpoint(contract.settings, async (context) => ({ data: await readSettings(context) }))
  registerEndpoint(contract.saveSettings, async (context, { body }) => ({ data: await saveSettings(context, body) }))
  registerEndpoint(contract.recordCheck, async (context) => ({ data: await readRecordCheck(context) }))
  registerEndpoint(contract.chart, async (context, { params }) => ({
    data: await withChart(context, params.clientId, async (_, owner) => headOf(owner, context.user)),
  }))
  registerEndpoint(contract.keptCharts, (context, { querystring }) => listKeptCharts(context, querystring))
  registerEndpoint(contract.exportKeptCharts, (context, { querystring }) =>
    exportList(context, keptChartFile, { query: querystring, read: listKeptCharts, rowsIn: 'data' }),
  )
  registerEndpoint(contract.deleteChart, async (context, { params }) => {
    await deleteChart(context, params.clientId, files)
    return { message: clinicalRecordMessages.deleted }
  })
  registerEndpoint(contract.reads, (context, { querystring }) => listReads(context, querystring))
  registerEndpoint(contract.exportReads, async (context, { querystring }) => {
    await exportReads(context, querystring)
    return ''
  })
}
