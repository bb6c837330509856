import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { expectedCash } from '#shared/cash/drawer.ts'
import type { DropCheck } from '#shared/cash/drop-check-contract.ts'
import { formatInstant, manilaTime, type CivilDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import {
  inRange,
  longReport,
  rowsOf,
  type ReadRows,
  type ReportRange,
  type ReportReader,
  type ReportRow,
} from './report-views.ts'

type DropRow = {
  slip_number: string
  is_double: boolean
  date: CivilDate
  moved_at: Date
  terminal: string
  cashier: string
  moved_by: string
  approver: string
  check: DropCheck
  seen_by: string | null
  seen_at: Date | null
  amount: Centavos
}

/** A slip number as the report shows it: a text without a digit is shown as missing. */
function formatSlip({ slip_number, is_double }: DropRow): string {
  if (!/\d/.test(slip_number)) return slip_number === '' ? s.slipMissing : s.slipUnclear(slip_number)
  return is_double ? s.slipDouble(slip_number) : slip_number
}

/** Every drop to the bank, oldest first. A slip is double if another drop has its number, however it is spelled. */
const bankDrops = longReport(
  ({ branchId, from, to }) => ({
    listed: sql`select * from (
      select movement.id, moved_at, business_date, shift.cashier_name, terminals.name as terminal, slip_number,
        moved_by_name, approval_id, amount_centavos as amount,
        count(*) over (partition by upper(regexp_replace(slip_number, '[^[:alnum:]]', '', 'g'))) > 1 as is_double
      from cash_movements movement join shifts shift on shift.id = movement.shift_id
        join terminals on terminals.id = shift.terminal_id
      where movement.kind = 'drop' and terminals.branch_id = ${branchId}) drops
      where business_date between ${from} and ${to}`,
    order: sql`moved_at, id`,
    shown: sql<DropRow>`select page.id, page.moved_at, coalesce(slip_number, '') as slip_number, is_double, business_date as date,
        terminal, cashier_name as cashier, moved_by_name as moved_by, coalesce(approvals.approver_name, '') as approver,
        json_build_object('movement_id', page.id, 'is_seen', coalesce(mark.is_seen, false),
          'version', coalesce(mark.version, 0)) as check,
        case when mark.is_seen then mark.changed_by_name end as seen_by,
        case when mark.is_seen then mark.changed_at end as seen_at, amount
      from page left join drop_checks mark on mark.movement_id = page.id
        left join approvals on approvals.id = approval_id`,
  }),
  (row) => ({
    ...row,
    slip: formatSlip(row),
    cashier: row.cashier === row.moved_by ? row.cashier : s.takenBy(row.cashier, row.moved_by),
    time: manilaTime(row.moved_at),
    seen_at_bank: row.seen_by !== null && row.seen_at ? s.seenBy(row.seen_by, formatInstant(row.seen_at)) : '',
  }),
)

const FLOWS = ['cash_sales', 'cash_back', 'pay_in', 'pay_out', 'drops'] as const

type ShiftRow = Record<(typeof FLOWS)[number] | 'float', Centavos> & {
  terminal_id: string
  terminal: string
  date: CivilDate
  /** What the terminal's previous shift counted; null for its first shift. */
  before: Centavos | null
  /** `expected` and `counted` are null while the shift is open. */
  expected: Centavos | null
  counted: Centavos | null
}

const shiftsOfBranch = ({ branchId }: ReportRange) => sql`select shifts.*, terminals.name as terminal,
        lag(counted_centavos) over (partition by terminal_id order by opened_at, shifts.id) as before
      from shifts join terminals on terminals.id = shifts.terminal_id where terminals.branch_id = ${branchId}`

/**
 * Selects the shifts of some dates, each with its cash from sales, cash given back, pay-ins, pay-outs and bank drops.
 * They are sorted by date, terminal and opening time.
 */
const shiftRows = (range: ReportRange) => sql<ShiftRow>`with listed as (${shiftsOfBranch(range)}), paid as (
      select shift_id, sum(amount_centavos) filter (where kind = 'sale') as cash_sales,
        -sum(amount_centavos) filter (where kind <> 'sale') as cash_back
      from documents join payments on payments.document_id = documents.id and payments.method = 'cash'
      where ${inRange(range)} group by 1
    ), moved as (
      select shift_id, sum(amount_centavos) filter (where kind = 'in') as pay_in,
        sum(amount_centavos) filter (where kind = 'out') as pay_out,
        sum(amount_centavos) filter (where kind = 'drop') as drops
      from cash_movements group by 1
    )
    select terminal_id, terminal, business_date as date, before,
      float_centavos as float, expected_centavos as expected, counted_centavos as counted,
      ${sql.join(FLOWS.map((flow) => sql`coalesce(${sql.ref(flow)}, 0)::bigint as ${sql.ref(flow)}`))}
    from listed left join paid on paid.shift_id = listed.id left join moved on moved.shift_id = listed.id
    where business_date between ${range.from} and ${range.to} order by date, terminal, terminal_id, opened_at, listed.id`

/** The cash in each terminal's drawer before the range, by terminal. */
async function cashBefore(tx: ReadTx, { branchId, from }: ReportRange): Promise<Map<string, Centavos>> {
  const rows = await rowsOf(
    tx,
    sql<{ terminal_id: string; cash: Centavos }>`select distinct on (terminal_id) terminal_id,
        coalesce(counted_centavos, cash_in_drawer(shifts.id)) as cash
      from shifts join terminals on terminals.id = shifts.terminal_id
      where terminals.branch_id = ${branchId} and business_date < ${from}
      order by terminal_id, opened_at desc, shifts.id desc`,
  )
  return new Map(rows.map(({ terminal_id, cash }) => [terminal_id, cash]))
}

/**
 * The cash that was outside the drawers when the range began. Cash leaves a drawer between two shifts if the next shift
 * starts with a lower float than the previous shift of the terminal counted; the result is the sum of these
 * differences.
 */
async function outsideBefore(tx: ReadTx, range: ReportRange): Promise<Centavos> {
  const [row] = await rowsOf(
    tx,
    sql<{ outside: Centavos }>`select coalesce(sum(before - float_centavos), 0)::bigint as outside
      from (${shiftsOfBranch(range)}) listed where business_date < ${range.from}`,
  )
  return row?.outside ?? 0
}

const sum = (rows: readonly ShiftRow[], of: (row: ShiftRow) => Centavos): Centavos =>
  rows.reduce((total, row) => total + of(row), 0)

const expectedOf = (row: ShiftRow): Centavos => row.expected ?? expectedCash(row)

/** Groups shifts by a key; the groups, and the shifts in each, keep their order. */
function grouped(rows: readonly ShiftRow[], keyOf: (row: ShiftRow) => string): [ShiftRow, ...ShiftRow[]][] {
  const groups = new Map<string, [ShiftRow, ...ShiftRow[]]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return [...groups.values()]
}

/** The row of one terminal and day from its shifts in the order in which they were opened. */
function presentDay(shifts: readonly [ShiftRow, ...ShiftRow[]], inDrawers: Centavos, outside: Centavos): ReportRow {
  const [first] = shifts
  const last = shifts.at(-1) ?? first
  return {
    date: first.date,
    terminal: first.terminal,
    state: last.counted === null ? s.shiftStates.open : s.shiftStates.closed,
    float: first.float,
    between: sum(shifts, ({ float, before }) => float - (before ?? 0)),
    ...Object.fromEntries(FLOWS.map((flow) => [flow, sum(shifts, (row) => row[flow])])),
    expected: expectedOf(last),
    counted: last.counted,
    difference: sum(shifts, (row) => (row.counted === null ? 0 : row.counted - expectedOf(row))),
    in_drawers: inDrawers,
    outside,
    on_hand: inDrawers + outside,
  }
}

/**
 * Makes one row for each terminal and each day on which it had a shift: what came into and left the terminal's drawer
 * on that day, and the cash of the whole clinic (in all drawers and outside of them) at the end of that day.
 */
const cashOnHand: ReadRows = async (tx, range) => {
  const cash = await cashBefore(tx, range)
  let outside = await outsideBefore(tx, range)
  const days = grouped(await rowsOf(tx, shiftRows(range)), ({ date }) => date)
  return days.flatMap((ofDay) => {
    for (const row of ofDay) cash.set(row.terminal_id, row.counted ?? expectedOf(row))
    outside += sum(ofDay, ({ float, before }) => (before === null ? 0 : before - float))
    const inDrawers = [...cash.values()].reduce((total, one) => total + one, 0)
    return grouped(ofDay, ({ terminal_id }) => terminal_id).map((shifts) => presentDay(shifts, inDrawers, outside))
  })
}

/** The reports about the cash in the drawers and at the bank. */
export const cashReports = {
  'bank-drops': bankDrops,
  'cash-on-hand': cashOnHand,
} satisfies Partial<Record<ReportName, ReportReader>>
