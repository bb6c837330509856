import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import type { tillActionsContract } from '#shared/cash/till-actions-contract.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { ROLES } from '#shared/users/roles.ts'
import * as queries from './queries.ts'
import * as views from './till-views.ts'
import { activeTerminals } from './views.ts'

type Report = Parsed<typeof tillActionsContract.record>['body']
type Row = Parameters<typeof queries.insertTillActions>[1][number]

const cashierRoles = ROLES.filter((role) => permissionsOf(role).has('cash.use'))

/** The terminal of a device, locked so that its day is not closed meanwhile; null if the device has none. */
async function lockTerminalOfDevice({ tx, branchId }: Context<Principal>, id: string | null) {
  const active = await activeTerminals(tx, branchId)
  const chosen = id ?? (active.length === 1 ? active[0]!.id : null)
  if (chosen === null) return null
  const terminal = await queries.lockTerminalShared(tx, branchId, chosen)
  if (!terminal) throw new AppError('not_found', s.terminalNotFound)
  return terminal
}

type OpenDayShift = Awaited<ReturnType<typeof views.shiftsOfOpenDays>>[number]

/** The shift during which something happened; if its day is closed already, the shift that is open now. */
const shiftOf = (shifts: readonly OpenDayShift[], at: Date): string | null =>
  (
    shifts.find(({ opened_at, closed_at }) => opened_at <= at && (closed_at === null || at < closed_at)) ??
    shifts.find(({ closed_at }) => closed_at === null)
  )?.id ?? null

/** One log entry for each kind, person and shift of a report, because a till reports several actions together. */
async function logActions(context: Context<Principal>, terminal: string | null, rows: readonly Row[]): Promise<void> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = `${row.kind} ${row.acted_by} ${row.shift_id ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  for (const group of groups.values()) {
    const { kind, acted_by, acted_by_name, shift_id } = group[0]!
    const report = {
      terminal,
      count: group.length,
      ...(acted_by !== context.user.id && { cashier: acted_by_name }),
    }
    const subjectId = shift_id ?? null
    const amount_centavos = group.reduce((sum, row) => sum + row.amount_centavos, 0)
    await writeAuditLog(
      context,
      kind === 'drawer_opened'
        ? { type: 'cash.drawer.opened', subjectId, parameters: report }
        : { type: 'cash.order.deleted', subjectId, parameters: { ...report, kind, amount_centavos } },
    )
  }
}

/**
 * Stores what a till reports about itself, each action once. If the named person may not use the till, the action is
 * attributed to the caller. Throws a 404 for an unknown terminal.
 */
export async function recordTillActions(context: Context<Principal>, report: Report): Promise<void> {
  const { tx, branchId, user, now } = context
  const terminal = await lockTerminalOfDevice(context, report.terminal_id)
  const shifts = terminal ? await views.shiftsOfOpenDays(tx, terminal.id) : []
  const cashiers = await views.peopleWithRoles(
    tx,
    report.actions.map(({ cashier_id }) => cashier_id),
    cashierRoles,
  )
  const rows = report.actions.map((action): Row => {
    const acted_at = new Date(now.getTime() - action.seconds_ago * 1000)
    const person = cashiers.find(({ id }) => id === action.cashier_id) ?? user
    return {
      id: action.id,
      branch_id: branchId,
      terminal_id: terminal?.id ?? null,
      shift_id: shiftOf(shifts, acted_at),
      kind: action.kind,
      description: action.description,
      amount_centavos: toCentavos(action.amount),
      acted_at,
      acted_by: person.id,
      acted_by_name: person.name,
      received_at: now,
      received_from: user.id,
      received_from_name: user.name,
    }
  })
  const stored = await queries.insertTillActions(tx, rows)
  await logActions(
    context,
    terminal?.name ?? null,
    rows.filter(({ id }) => stored.has(id)),
  )
}
