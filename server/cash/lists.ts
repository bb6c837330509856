import { sumsOfShifts } from '#server/sales/day-totals.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import type { cashManagementContract, Shift } from '#shared/cash/management-contract.ts'
import { cashOf, type ShiftSums } from '#shared/cash/reading.ts'
import { drawerOf } from '#shared/cash/shift-drawer.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila, type CivilDate } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import { contentOf } from './reading-content.ts'
import { drawerOfShift } from './readings.ts'
import { presentTerminal } from './settings.ts'
import * as views from './views.ts'

const pesosOrNull = (centavos: number | null) => (centavos === null ? null : toPesos(centavos))

/**
 * A shift as lists show it. The expected amount of a closed shift was stored when it closed; that of an open shift is
 * computed now.
 */
function presentShift(row: views.ShiftRow, sums: ShiftSums): Shift {
  const expected = row.expected_centavos ?? drawerOf(drawerOfShift(row), sums).expected
  return {
    id: row.id,
    terminal_name: row.terminal_name,
    business_date: row.business_date,
    cashier_name: row.cashier_name,
    opened_at: isoInManila(row.opened_at),
    closed_at: row.closed_at && isoInManila(row.closed_at),
    closed_by: row.closed_by_name,
    float: toPesos(row.float_centavos),
    expected: toPesos(expected),
    first_counted: pesosOrNull(row.first_counted_centavos),
    counted: pesosOrNull(row.counted_centavos),
    difference: row.counted_centavos === null ? null : toPesos(row.counted_centavos - expected),
    difference_reason: row.difference_reason,
  }
}

async function presentShifts({ tx }: Pick<ReadContext, 'tx'>, rows: readonly views.ShiftRow[]): Promise<Shift[]> {
  const open = rows.filter(({ closed_at }) => closed_at === null)
  const sums = await sumsOfShifts(
    tx,
    open.map(({ id }) => id),
  )
  return rows.map((row) => presentShift(row, sums(row.id)))
}

/** The branch's open shifts with the cash that should be in their drawers now. */
export async function listOpenShifts(
  context: Pick<ReadContext, 'tx' | 'branchId'>,
): Promise<Answer<typeof cashManagementContract.openShifts>['data']> {
  const { tx, branchId } = context
  const { is_on } = await views.settingsOf(tx, branchId)
  if (!is_on) return { is_on, shifts: [] }
  return { is_on, shifts: await presentShifts(context, await views.openShifts(tx, branchId)) }
}

/** One page of shifts, newest first, and the cash differences of each cashier in all shifts that match the filter. */
export async function listShifts(
  context: ReadContext,
  { page, per_page, ...filter }: Parsed<typeof cashManagementContract.shifts>['querystring'],
): Promise<Answer<typeof cashManagementContract.shifts>> {
  const { tx, branchId } = context
  const rows = await views.shiftsPage(tx, branchId, filter, { page, per_page })
  const cashiers = await views.sumsByCashier(tx, branchId, filter)
  return {
    data: await presentShifts(context, rows),
    total: cashiers.reduce((total, { shifts }) => total + shifts, 0),
    page,
    per_page,
    summary: {
      cashiers: cashiers
        .filter(({ closed }) => closed > 0)
        .map(({ cashier_name, closed, short, over }) => ({
          cashier_name,
          shifts: closed,
          short: toPesos(short),
          over: toPesos(over),
          difference: toPesos(over - short),
        })),
    },
  }
}

/** The cash differences of each cashier's closed shifts on the given business dates, in centavos. */
export const differencesByCashier = async (tx: ReadTx, branchId: string, range: { from: CivilDate; to: CivilDate }) =>
  (await views.sumsByCashier(tx, branchId, { search: '', ...range })).filter(({ closed }) => closed > 0)

/** One page of Z-readings, newest first. The sums of a reading with damaged content are null. */
export async function listReadings(
  { tx, branchId }: ReadContext,
  { page, per_page, ...filter }: Parsed<typeof cashManagementContract.readings>['querystring'],
): Promise<Answer<typeof cashManagementContract.readings>> {
  const { rows, total } = await views.readingsPage(tx, branchId, filter, { page, per_page })
  const data = rows.map((row) => {
    const content = contentOf(row)
    return {
      id: row.id,
      number: row.number,
      terminal_name: content?.terminal.name ?? row.terminal_name,
      business_date: row.business_date,
      made_at: content?.closed_at ?? isoInManila(row.closed_at),
      net: content && toPesos(content.net),
      difference: content && toPesos(cashOf(content).difference ?? 0),
      grand_total: toPesos(row.grand_total_centavos),
      print_count: row.print_count,
    }
  })
  return { data, total, page, per_page }
}

/** One page of terminals: active ones first, by name. */
export async function listTerminals(
  { tx, branchId }: ReadContext,
  query: Parsed<typeof cashManagementContract.terminals>['querystring'],
): Promise<Answer<typeof cashManagementContract.terminals>> {
  const { rows, total } = await views.terminalsPage(tx, branchId, query)
  return { data: rows.map(presentTerminal), total, page: query.page, per_page: query.per_page }
}

/**
 * All Z-readings as they are stored, so that a program other than Mutya can check their chain of hashes. The history
 * log records the export.
 */
export async function exportReadings(
  context: DetachedContext<Principal>,
): Promise<Answer<typeof cashManagementContract.exportReadings>> {
  const { branchId, now } = context
  const rows = await context.inLongSnapshot((tx) => views.readingChains(tx, branchId))
  await context.inTransaction((writing) =>
    writeAuditLog(writing, {
      type: 'cash.readings.exported',
      subjectId: null,
      parameters: { readings: rows.length },
    }),
  )
  return {
    exported_at: isoInManila(now),
    readings: rows.map(({ terminal_id, terminal_name, number, business_date, content, previous_hash, hash }) => ({
      terminal_id,
      terminal_name,
      number,
      business_date,
      content,
      previous_hash,
      hash,
    })),
  }
}
