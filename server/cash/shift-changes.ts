import { requireClockWithoutLock, requireSensibleClock } from '#server/clinic/clock.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { sumsOfShifts } from '#server/sales/day-totals.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import type { cashContract, Counted, OpenShift } from '#shared/cash/contract.ts'
import { countTotal, needsReason, type Count } from '#shared/cash/drawer.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { drawerOf } from '#shared/cash/shift-drawer.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { MAX_CENTAVOS, toCentavos, toPesos } from '#shared/lib/money.ts'
import { ROLES } from '#shared/users/roles.ts'
import { drawerOfShift } from './readings.ts'
import { presentOpenShift } from './till-status.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type CountFields = Parsed<typeof cashContract.openShift>['body']['count']

/**
 * Converts counted cash from the request to centavos, and adds it up. Throws a 422 for a total that is too large to
 * store.
 */
function toCount({ notes, coins }: CountFields): { count: Count; total: number } {
  const count = { notes, coins: toCentavos(coins) }
  const total = countTotal(count)
  if (total > MAX_CENTAVOS) throw invalid('count', s.countTooLarge)
  return { count, total }
}

/** Throws a 409 while cash control is off. The lock keeps it on until the transaction ends. */
async function requireCashControl({ tx, branchId }: Context<Principal>): Promise<{ difference_centavos: number }> {
  const settings = await queries.lockSettingsShared(tx, branchId)
  if (!settings.is_on) throw new AppError('conflict', s.isOff)
  return settings
}

/**
 * Locks an open shift for a change. Throws a 404 for an unknown one, and a 409 for a closed one and while the clock is
 * far off, because the time of the change is stored forever.
 */
export async function lockOpenShift(context: Context<Principal>, id: string) {
  const { tx, branchId } = context
  const shift = await queries.lockShift(tx, branchId, id)
  if (!shift) throw new AppError('not_found', s.shiftNotFound)
  if (shift.closed_at !== null) throw new AppError('conflict', s.shiftClosed)
  await requireClockWithoutLock(tx, context)
  return shift
}

type Opening = {
  terminal: { id: string; name: string }
  cashier: { id: string; name: string }
  float: { count: Count; total: number }
}

/**
 * Inserts a shift. Database constraints refuse it when a shift is open, the day is closed, or an earlier day is not
 * closed.
 */
async function insertShift(context: Context<Principal>, { terminal, cashier, float }: Opening): Promise<OpenShift> {
  const { tx, now, user } = context
  await requireSensibleClock(tx, context)
  const row = {
    id: newId(),
    terminal_id: terminal.id,
    business_date: manilaDate(now),
    cashier_id: cashier.id,
    cashier_name: cashier.name,
    opened_at: now,
    opened_by: user.id,
    opened_by_name: user.name,
    float_count: JSON.stringify(float.count),
    float_centavos: float.total,
  }
  await queries.insertShift(tx, row)
  await writeAuditLog(context, {
    type: 'cash.shift.opened',
    subjectId: row.id,
    parameters: { terminal: terminal.name, cashier: cashier.name, float_centavos: float.total },
  })
  return presentOpenShift(row)
}

/**
 * Opens a shift for the caller. Throws a 404 for an unknown terminal and a 409 when no shift can be opened on it now.
 */
export async function openShift(
  context: Context<Principal>,
  terminalId: string,
  count: CountFields,
): Promise<OpenShift> {
  const { tx, branchId, user } = context
  await requireCashControl(context)
  const terminal = await queries.lockTerminal(tx, branchId, terminalId)
  if (!terminal) throw new AppError('not_found', s.terminalNotFound)
  return insertShift(context, { terminal, cashier: user, float: toCount(count) })
}

/**
 * Records that the caller works on a colleague's open shift, so that the till asks the caller only once about it. Their
 * own shift needs no record. Throws a 404 for an unknown shift and a 409 for a closed one.
 */
export async function joinShift(context: Context<Principal>, id: string): Promise<void> {
  const { tx, now, user } = context
  const shift = await lockOpenShift(context, id)
  if (shift.cashier_id === user.id) return
  const row = { shift_id: id, person_id: user.id, person_name: user.name, confirmed_at: now }
  if (!(await queries.insertColleague(tx, row))) return
  const parameters = { terminal: shift.terminal_name, cashier: shift.cashier_name }
  await writeAuditLog(context, { type: 'cash.shift.joined', subjectId: id, parameters })
}

/** The cash that should be in the drawer of a locked shift. */
async function computeExpected({ tx, branchId }: Context<Principal>, id: string): Promise<number> {
  const shift = await views.shiftById(tx, branchId, id)
  const sums = await sumsOfShifts(tx, [id])
  return drawerOf({ ...drawerOfShift(shift!), counted: null }, sums(id)).expected
}

type Closing = { count: CountFields; reason: string | null }

/**
 * Returns the columns of a shift that a cash count sets. If the count is refused, the shift stays open and stores the
 * count as its first one.
 */
function closingColumns(
  { now, user }: Context<Principal>,
  shift: { first_counted_centavos: number | null },
  counting: Counting,
) {
  const { drawer, expected, reason } = counting
  const first_counted_centavos = shift.first_counted_centavos ?? drawer.total
  if (counting.isRefused) return { first_counted_centavos }
  return {
    first_counted_centavos,
    closed_at: now,
    closed_by: user.id,
    closed_by_name: user.name,
    count: JSON.stringify(drawer.count),
    counted_centavos: drawer.total,
    expected_centavos: expected,
    difference_reason: drawer.total === expected ? null : reason,
  }
}

type Counting = {
  drawer: ReturnType<typeof toCount>
  expected: number
  reason: string | null
  /** True when the difference needs a reason and none was given. */
  isRefused: boolean
}

/**
 * Closes a shift with its count. If the difference is above the allowed one and has no reason, the shift stays open,
 * the count is stored as the first count, and the response contains the difference. Throws a 404 for an unknown shift
 * and a 409 for a closed one.
 */
export async function closeShift(
  context: Context<Principal>,
  id: string,
  { count, reason }: Closing,
): Promise<Counted> {
  const { tx, branchId } = context
  const shift = await lockOpenShift(context, id)
  const allowed = (await views.settingsOf(tx, branchId)).difference_centavos
  const drawer = toCount(count)
  const expected = await computeExpected(context, id)
  const difference = drawer.total - expected
  const isRefused = reason === null && needsReason(difference, allowed)
  await queries.updateShift(tx, id, closingColumns(context, shift, { drawer, expected, reason, isRefused }))
  await writeAuditLog(context, {
    type: isRefused ? 'cash.shift.counted' : 'cash.shift.closed',
    subjectId: id,
    parameters: {
      terminal: shift.terminal_name,
      cashier: shift.cashier_name,
      counted_centavos: drawer.total,
      difference_centavos: difference,
    },
  })
  return {
    state: isRefused ? 'needs-reason' : 'closed',
    expected: toPesos(expected),
    counted: toPesos(drawer.total),
    difference: toPesos(difference),
    next_shift: null,
  }
}

/** The roles that can have a shift. */
const cashierRoles = ROLES.filter((role) => permissionsOf(role).has('cash.use'))

/** The people to whom a shift can be handed over. */
export const listCashiers = (tx: ReadTx) => views.accountsWithRoles(tx, cashierRoles)

/**
 * Closes a shift and opens one for another cashier with the counted cash, in one transaction. Throws the errors of
 * closing and opening a shift, and a 422 for a person who cannot have a shift.
 */
export async function handOver(
  context: Context<Principal>,
  id: string,
  { cashier_id, ...closing }: Closing & { cashier_id: string },
): Promise<Counted> {
  const { tx } = context
  const cashier = (await listCashiers(tx)).find((one) => one.id === cashier_id)
  if (!cashier) throw invalid('cashier_id', s.cashierUnknown)
  await requireCashControl(context)
  const shift = await lockOpenShift(context, id)
  const closed = await closeShift(context, id, closing)
  if (closed.state !== 'closed') return closed
  const terminal = { id: shift.terminal_id, name: shift.terminal_name }
  return { ...closed, next_shift: await insertShift(context, { terminal, cashier, float: toCount(closing.count) }) }
}
