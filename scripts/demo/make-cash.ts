import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Tx } from '#server/db/pool.ts'
import { writeReading } from '#server/cash/readings.ts'
import { expectedCash, NOTES, noCount, noteTotal, type Count } from '#shared/cash/drawer.ts'
import { instantOf, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { logEvent, type Actor } from './demo-log.ts'
import type { DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import { seededRandom, type Random } from './random.ts'

/** How many of the last days with sales have shifts and readings. */
const DAYS = 12
const FLOAT = 500_000
/** What drawers were off by, day after day; above ₱50 somebody said why. */
const differences = [0, -2_000, 0, 500, 0, 0, -12_000, 0, 1_000, 0, -1_500, 0]

type Document = DemoRows['documents'][number]
type Shift = DemoRows['shifts'][number]
type Options = { now: Date; opened: Date; admin: Actor; cashiers: readonly Actor[] }
export type DemoCash = { terminal: { id: string; name: string }; days: { date: CivilDate; at: Date; by: Actor }[] }

/** An amount as it would lie in a drawer: large notes first, the rest in coins. */
function countFor(amount: number): Count {
  let left = amount
  const notes = { ...noCount.notes }
  for (const note of NOTES) {
    notes[note] = Math.floor(left / noteTotal(note, 1))
    left -= noteTotal(note, notes[note])
  }
  return { notes, coins: left }
}

const cashOf = (rows: DemoRows, documents: readonly Document[]) => {
  const ids = new Set(documents.map(({ id }) => id))
  return rows.payments
    .filter(({ document_id, method }) => ids.has(document_id) && method === 'cash')
    .reduce((sum, { amount_centavos }) => sum + amount_centavos, 0)
}

type Day = { date: CivilDate; by: Actor; documents: readonly Document[]; isToday: boolean; difference: number }

function openShift(
  rows: DemoRows,
  random: Random,
  terminalId: string,
  { date, by, isToday, documents }: Day,
  now: Date,
): Shift {
  const first = Math.min(
    ...[instantOf(date, '07:45:00'), ...documents.map(({ sold_at }) => new Date(sold_at as Date))].map((at) =>
      at.getTime(),
    ),
  )
  const at = new Date(isToday ? Math.max(instantOf(date, '00:00:00').getTime(), Math.min(first, now.getTime())) : first)
  const shift = {
    id: idAt(random, at),
    terminal_id: terminalId,
    business_date: date,
    cashier_id: by.id,
    cashier_name: by.name,
    opened_at: at,
    opened_by: by.id,
    float_count: JSON.stringify(countFor(FLOAT)),
    float_centavos: FLOAT,
  }
  const parameters = { terminal: TERMINAL, cashier: by.name, float_centavos: FLOAT }
  logEvent(rows, random, { at, by }, { type: 'cash.shift.opened', subjectId: shift.id, parameters })
  return shift
}

const TERMINAL = 'Front desk'

/** Closes a shift of an earlier day as its cashier counted it; returns when. */
function closeShift(rows: DemoRows, random: Random, shift: Shift, { date, by, documents, difference }: Day): Date {
  const last = Math.max(...documents.map(({ sold_at }) => new Date(sold_at as Date).getTime()))
  const at = new Date(Math.max(last, instantOf(date, '19:30:00').getTime()) + 5 * 60_000)
  const flow = { float: FLOAT, pay_in: 0, pay_out: 0, cash_sales: cashOf(rows, documents), cash_back: 0 }
  const expected = expectedCash(flow)
  const counted = expected + difference
  Object.assign(shift, {
    first_counted_centavos: counted,
    closed_at: at,
    closed_by: by.id,
    closed_by_name: by.name,
    count: JSON.stringify(countFor(counted)),
    counted_centavos: counted,
    expected_centavos: expected,
    difference_reason: Math.abs(difference) > 5_000 ? 'A client was given too much change' : null,
  } satisfies Partial<Shift>)
  const parameters = {
    terminal: TERMINAL,
    cashier: by.name,
    counted_centavos: counted,
    difference_centavos: difference,
  }
  logEvent(rows, random, { at, by }, { type: 'cash.shift.closed', subjectId: shift.id, parameters })
  return at
}

/** Someone bought water out of the open drawer. */
function payOut(rows: DemoRows, random: Random, shift: Shift, by: Actor): void {
  const at = shift.opened_at as Date
  const id = idAt(random, at)
  rows.cash_movements.push({
    id,
    shift_id: shift.id,
    kind: 'out',
    amount_centavos: 35_000,
    reason: 'Drinking water for the waiting area',
    moved_at: at,
    moved_by: by.id,
    moved_by_name: by.name,
  })
  const parameters = { terminal: TERMINAL, cashier: by.name, kind: 'out', amount_centavos: 35_000 } as const
  logEvent(rows, random, { at, by }, { type: 'cash.money.moved', subjectId: shift.id, parameters })
}

/**
 * Puts the sales of the last days into shifts of one terminal: those of earlier days are closed, with small differences,
 * today's is open. Their Z-readings are written once the rows are in: `closeDemoDays`.
 */
export function makeCash(rows: DemoRows, { now, opened, admin, cashiers }: Options): DemoCash {
  const random = seededRandom(48)
  const today = manilaDate(now)
  const terminal = { id: idAt(random, opened), name: TERMINAL }
  rows.terminals.push({ ...terminal, branch_id: MAIN_BRANCH_ID, created_at: opened })
  const created = { type: 'cash.terminal.created', subjectId: terminal.id, parameters: { terminal: TERMINAL } } as const
  logEvent(rows, random, { at: opened, by: admin }, created)
  const byDate = new Map<CivilDate, Document[]>([[today, []]])
  for (const document of rows.documents) {
    const date = document.business_date
    byDate.set(date, [...(byDate.get(date) ?? []), document])
  }
  const dates = [...byDate.keys()].sort().slice(-DAYS - 1)
  const days: DemoCash['days'] = []
  for (const [index, date] of dates.entries()) {
    const by = cashiers[index % cashiers.length]!
    const documents = byDate.get(date)!
    const day = { date, by, documents, isToday: date === today, difference: differences[index % differences.length]! }
    const shift = openShift(rows, random, terminal.id, day, now)
    rows.shifts.push(shift)
    for (const document of documents) Object.assign(document, { terminal_id: terminal.id, shift_id: shift.id })
    if (day.isToday) payOut(rows, random, shift, by)
    else days.push({ date, at: closeShift(rows, random, shift, day), by })
  }
  return { terminal, days }
}

/** Writes the Z-reading of each earlier day, and switches cash control on. */
export async function closeDemoDays(tx: Tx, { terminal, days }: DemoCash): Promise<void> {
  for (const { date, at: now, by } of days)
    await writeReading(tx, { branchId: MAIN_BRANCH_ID, terminal, date, by, now })
  await tx.updateTable('cash_settings').set({ is_on: true }).execute()
}
