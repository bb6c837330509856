import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { cashContract as contract } from '#shared/cash/contract.ts'
import { dropCheckContract } from '#shared/cash/drop-check-contract.ts'
import { cashManagementContract as management } from '#shared/cash/management-contract.ts'
import { movementContract } from '#shared/cash/movement-contract.ts'
import { tillActionsContract } from '#shared/cash/till-actions-contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { markDrop } from './drop-check.ts'
import { exportReadings, listOpenShifts, listReadings, listShifts, listTerminals } from './lists.ts'
import { closeDay, recordReadingPrint, readXReading, readZReading } from './readings.ts'
import { exportMovements, exportTillActions, exportUnusedApprovals } from './movement-files.ts'
import { listMovements, listTillActions, listUnusedApprovals } from './movement-lists.ts'
import { moveMoney } from './move-money.ts'
import { recordTillActions } from './record-till-actions.ts'
import { createTerminal, readSettings, saveSettings, updateTerminal } from './settings.ts'
import { closeShift, handOver, joinShift, listCashiers, openShift } from './shift-changes.ts'
import { tillStatus } from './till-status.ts'
import { exportList } from '#server/history-logs/export-list.ts'
import { readingFile, shiftFile } from '#shared/cash/list-files.ts'

export function cashRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(contract.till, async (context, { querystring }) => ({
    data: await tillStatus(context, querystring.terminal_id),
  }))
  registerEndpoint(contract.openShift, async (context, { body }) => ({
    data: await openShift(context, body.terminal_id, body.count),
  }))
  registerEndpoint(contract.move, async (context, { params, body }) => {
    await moveMoney(context, params.id, body)
    return { message: s.moved[body.kind] }
  })
  registerEndpoint(contract.closeShift, async (context, { params, body }) => ({
    data: await closeShift(context, params.id, body),
  }))
  registerEndpoint(contract.handOver, async (context, { params, body }) => ({
    data: await handOver(context, params.id, body),
  }))
  registerEndpoint(contract.joinShift, async (context, { params }) => {
    await joinShift(context, params.id)
    return { message: s.shiftJoined }
  })
  registerEndpoint(contract.cashiers, async ({ tx }) => ({ data: await listCashiers(tx) }))
  registerEndpoint(contract.xReading, async (context, { params }) => ({ data: await readXReading(context, params.id) }))
  registerEndpoint(contract.closeDay, async (context, { body }) => ({
    data: await closeDay(context, body.terminal_id, body.business_date),
  }))
  registerEndpoint(contract.zReading, async (context, { params }) => ({ data: await readZReading(context, params.id) }))
  registerEndpoint(contract.printed, async (context, { params, body }) => ({
    message: s.printNoted,
    data: await recordReadingPrint(context, params.id, body.kind),
  }))
  registerEndpoint(tillActionsContract.record, async (context, { body }) => {
    await recordTillActions(context, body)
    return { message: s.actionsRecorded }
  })
  managementRoutes(registerEndpoint)
  movementRoutes(registerEndpoint)
}

function movementRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(movementContract.movements, (context, { querystring }) => listMovements(context, querystring))
  registerEndpoint(movementContract.exportMovements, async (context, { querystring }) => {
    await exportMovements(context, querystring)
    return ''
  })
  registerEndpoint(movementContract.unusedApprovals, (context, { querystring }) =>
    listUnusedApprovals(context, querystring),
  )
  registerEndpoint(movementContract.exportUnusedApprovals, async (context, { querystring }) => {
    await exportUnusedApprovals(context, querystring)
    return ''
  })
  registerEndpoint(movementContract.tillActions, (context, { querystring }) => listTillActions(context, querystring))
  registerEndpoint(movementContract.exportTillActions, async (context, { querystring }) => {
    await exportTillActions(context, querystring)
    return ''
  })
}

function managementRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(management.settings, async (context) => ({ data: await readSettings(context) }))
  registerEndpoint(management.saveSettings, async (context, { body }) => ({ data: await saveSettings(context, body) }))
  registerEndpoint(management.terminals, (context, { querystring }) => listTerminals(context, querystring))
  registerEndpoint(management.createTerminal, async (context, { body }) => ({
    data: await createTerminal(context, body),
  }))
  registerEndpoint(management.updateTerminal, async (context, { params, body }) => ({
    data: await updateTerminal(context, params.id, body),
  }))
  registerEndpoint(dropCheckContract.mark, async (context, { params, body }) => ({
    data: await markDrop(context, params.id, body.is_seen),
  }))
  registerEndpoint(management.openShifts, async (context) => ({ data: await listOpenShifts(context) }))
  registerEndpoint(management.shifts, (context, { querystring }) => listShifts(context, querystring))
  registerEndpoint(management.exportShifts, (context, { querystring }) =>
    exportList(context, shiftFile, { query: querystring, read: listShifts, rowsIn: 'data' }),
  )
  registerEndpoint(management.exportReadingList, (context, { querystring }) =>
    exportList(context, readingFile, { query: querystring, read: listReadings, rowsIn: 'data' }),
  )
  registerEndpoint(management.readings, (context, { querystring }) => listReadings(context, querystring))
  registerEndpoint(management.exportReadings, exportReadings)
}
