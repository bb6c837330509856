import type { Implement } from '#server/lib/implement.ts'
import { historyLogsContract } from '#shared/history-logs/contract.ts'
import { exportLogs } from './export-logs.ts'
import * as service from './service.ts'

export function historyLogsRoutes(implement: Implement): void {
  implement(historyLogsContract.list, ({ tx }, { querystring }) => service.listLogs(tx, querystring))
  implement(historyLogsContract.exportCsv, async (context, { querystring }) => {
    await exportLogs(context, querystring)
    return ''
  })
}
