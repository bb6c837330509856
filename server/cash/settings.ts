import { documentMode } from '#server/clinic/documents.ts'
import { lockBranch } from '#server/clinic/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { cashManagementContract, CashSettings, Terminal } from '#shared/cash/management-contract.ts'
import { cashEvents } from '#shared/cash/events.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { isInvoiceMode } from '#shared/clinic/documents.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { formatDate } from '#shared/lib/manila-time.ts'
import { toCentavos, toPesos } from '#shared/lib/money.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

const presentSettings = (row: views.SettingsRow): CashSettings => ({
  is_on: row.is_on,
  allowed_difference: toPesos(row.difference_centavos),
  approval_limit: toPesos(row.approval_centavos),
  version: row.version,
})

/** Whether cash control is on, and its limits. */
export const readSettings = async ({ tx, branchId }: ReadContext): Promise<CashSettings> =>
  presentSettings(await views.settingsOf(tx, branchId))

/**
 * Throws a 409 when cash control cannot be switched. Without a terminal nobody could sell; without cash control an
 * invoice would be in no reading, the cash of an open shift would be lost, and a day would never be closed.
 */
async function requireSwitchable({ tx, branchId }: Context<Principal>, isOn: boolean): Promise<void> {
  if (isOn) {
    if ((await views.activeTerminals(tx, branchId)).length === 0) throw new AppError('conflict', s.terminalMissing)
    return
  }
  if (isInvoiceMode(await documentMode(tx, branchId))) throw new AppError('conflict', s.invoicesNeedControl)
  if ((await views.openShifts(tx, branchId)).length > 0) throw new AppError('conflict', s.shiftsOpen)
  const [unclosed] = await views.unclosedDays(tx, branchId)
  if (unclosed) throw new AppError('conflict', s.dayNotClosed(unclosed.terminal_name, formatDate(unclosed.date)))
}

/**
 * Saves the settings; unchanged ones are returned as they are. Throws a 409 for a stale form, or when cash control
 * cannot be switched.
 */
export async function saveSettings(
  context: Context<Principal>,
  { is_on, allowed_difference, approval_limit }: Parsed<typeof cashManagementContract.saveSettings>['body'],
): Promise<CashSettings> {
  const { tx, branchId } = context
  await lockBranch(tx, branchId)
  const before = presentSettings(await queries.lockSettings(tx, branchId))
  const after = { is_on, allowed_difference, approval_limit: approval_limit ?? before.approval_limit }
  const changes = changesBetween(cashEvents['cash.settings.changed'], before, after)
  if (changes.length === 0) return before
  requireVersion(context, before)
  if (is_on !== before.is_on) await requireSwitchable(context, is_on)
  await queries.updateSettings(tx, branchId, {
    is_on,
    difference_centavos: toCentavos(allowed_difference),
    approval_centavos: toCentavos(after.approval_limit),
  })
  await writeAuditLog(context, { type: 'cash.settings.changed', subjectId: null, parameters: {}, changes })
  return readSettings(context)
}

type TerminalFields = Parsed<typeof cashManagementContract.createTerminal>['body']

export const presentTerminal = ({ has_open_shift, ...terminal }: views.TerminalRow): Terminal => ({
  ...terminal,
  has_open_shift: has_open_shift === true,
})

/** Adds a terminal. Throws a 422 for a name in use. */
export async function createTerminal(context: Context<Principal>, fields: TerminalFields): Promise<Terminal> {
  const { tx, branchId, now } = context
  const id = newId()
  await queries.insertTerminal(tx, { id, branch_id: branchId, ...fields, created_at: now })
  await writeAuditLog(context, { type: 'cash.terminal.created', subjectId: id, parameters: { terminal: fields.name } })
  return presentTerminal(await views.terminalOf(tx, branchId, id))
}

/**
 * Throws a 409 for a terminal with an open shift or a day without its Z-reading, because no till offers the terminal
 * afterwards to close the day, and for the last active one while cash control is on.
 */
async function requireUnused(context: Context<Principal>, { id, has_open_shift }: Terminal): Promise<void> {
  const { tx, branchId } = context
  if (has_open_shift) throw new AppError('conflict', s.terminalInUse)
  const unclosed = (await views.unclosedDays(tx, branchId)).find(({ terminal_id }) => terminal_id === id)
  if (unclosed) throw new AppError('conflict', s.terminalDayNotClosed(formatDate(unclosed.date)))
  const others = (await views.activeTerminals(tx, branchId)).filter((terminal) => terminal.id !== id)
  if (others.length > 0) return
  if ((await queries.lockSettingsShared(tx, branchId)).is_on) throw new AppError('conflict', s.lastTerminal)
}

/**
 * Renames a terminal or switches it on or off. Throws a 404 for an unknown one, a 409 for a stale form or a terminal
 * that is needed, and a 422 for a name in use.
 */
export async function updateTerminal(
  context: Context<Principal>,
  id: string,
  fields: TerminalFields,
): Promise<Terminal> {
  const { tx, branchId } = context
  if (!(await queries.lockTerminal(tx, branchId, id))) throw new AppError('not_found', s.terminalNotFound)
  const before = presentTerminal(await views.terminalOf(tx, branchId, id))
  const changes = changesBetween(cashEvents['cash.terminal.changed'], before, fields)
  if (changes.length === 0) return before
  requireVersion(context, before)
  if (before.is_active && !fields.is_active) await requireUnused(context, before)
  await queries.updateTerminal(tx, id, fields)
  const parameters = { terminal: fields.name }
  await writeAuditLog(context, { type: 'cash.terminal.changed', subjectId: id, parameters, changes })
  return presentTerminal(await views.terminalOf(tx, branchId, id))
}
