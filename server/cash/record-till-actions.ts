import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import type { tillActionsContract } from '#shared/cash/till-actions-contract.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos } from '#shared/lib/money.ts'
import * as queries from './queries.ts'
import * as views from './till-views.ts'
import { activeTerminals } from './views.ts'

type Report = Parsed<typeof tillActionsContract.record>['body']
type Row = Parameters<typeof queries.insertTillActions>[1][number]

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

/**
 * The shift to which a till action belongs: the one during which it happened, otherwise the open one, otherwise the
 * latest one of the days without a Z-reading. So an order that is cleared between closing the shift and closing the day
 * is in a reading too.
 */
const shiftOf = (latestFirst: readonly OpenDayShift[], at: Date): OpenDayShift | undefined =>
  latestFirst.find(({ opened_at, closed_at }) => opened_at <= at && (closed_at === null || at < closed_at)) ??
  latestFirst.find(({ closed_at }) => closed_at === null) ??
  latestFirst[0]

/**
 * Writes one log entry for each kind, person and shift of a report, because a till reports several actions together.
 */
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

/** Returns the actions of a report, without repetitions: of several actions with the same id only the first stays. */
const withoutRepeated = ({ actions }: Report) =>
  actions.filter(({ id }, index) => actions.findIndex((other) => other.id === id) === index)

/**
 * Stores the till actions that a till reports, each once. If the named person did not work in the shift of the action,
 * it is stored as an action of the caller, so that nobody can blame a colleague who was not there. Throws a 404 for an
 * unknown terminal.
 */
export async function recordTillActions(context: Context<Principal>, report: Report): Promise<void> {
  const { tx, branchId, user, now } = context
  const terminal = await lockTerminalOfDevice(context, report.terminal_id)
  const shifts = terminal ? await views.shiftsOfOpenDays(tx, terminal.id) : []
  const people = await views.peopleOfShifts(
    tx,
    shifts.map(({ id }) => id),
  )
  const rows = withoutRepeated(report).map((action): Row => {
    const acted_at = new Date(now.getTime() - action.seconds_ago * 1000)
    const shift = shiftOf(shifts, acted_at)
    const person = people.find(({ id, shift_id }) => id === action.cashier_id && shift_id === shift?.id) ?? user
    return {
      id: action.id,
      branch_id: branchId,
      terminal_id: terminal?.id ?? null,
      shift_id: shift?.id ?? null,
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
