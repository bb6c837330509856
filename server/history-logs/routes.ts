import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { historyLogsContract } from '#shared/history-logs/contract.ts'
import { exportLogs } from './export-logs.ts'
import * as logs from './list-logs.ts'

export function historyLogsRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(historyLogsContract.list, ({ tx }, { querystring }) => logs.listLogs(tx, querystring))
  registerEndpoint(historyLogsContract.exportCsv, async (context, { querystring }) => {
    await exportLogs(context, querystring)
    return ''
  })
}
