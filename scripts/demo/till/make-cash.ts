import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import type { Tx } from '#server/db/pool.ts'
import { insertZReading } from '#server/cash/readings.ts'
import { expectedCash, needsReason, NOTES, noCount, noteTotal, type Count } from '#shared/cash/drawer.ts'
import { addMonths, instantOf, manilaDate, startOfMonth, weekdayOf, type CivilDate } from '#shared/lib/manila-time.ts'
import { logEvent, type Actor } from '../demo-log.ts'
import { emptyRows, type DemoRows } from '../demo-rows.ts'
import { idAt } from '../id-at.ts'
import { insertAll } from '../insert-rows.ts'
import { cashierAt, HAND_OVER, type DemoStaff } from '../make-people.ts'
import { seededRandom, type Random } from '../random.ts'
import { differenceReasons, sampleActions, sampleMachine, sampleMovements } from './till-content.ts'

const MINUTE_MS = 60_000
const FLOAT = 500_000
const ALLOWED = 5_000
const THOUSAND = 100_000
/**
 * How much the cash count differs from the expected cash, shift by shift. A shift that differs by more than ₱50 has a
 * reason.
 */
const differences = [0, -2_000, 0, 500, 0, 0, -12_000, 0, 1_000, 0, -1_500, 0, 0, 6_500, 0, -500, 0]
const TERMINAL = 'Front desk'
/** The time at which the first cashier of the day counts the float, before the clinic opens. */
const DRAWER_OPENS = '09:40:00'

type Document = DemoRows['documents'][number]
type Options = DemoStaff & { now: Date; opened: Date; closed: ReadonlySet<CivilDate> }
type Shift = { row: DemoRows['shifts'][number]; by: Actor; opened: number; closed: number | null; turn: 1 | 2 }
export type DemoCash = { terminal: { id: string; name: string }; days: { date: CivilDate; at: Date; by: Actor }[] }

/** Returns a count of notes and coins that adds up to an amount: large notes first, the rest in coins. */
function countFor(amount: number): Count {
  let left = amount
  const notes = { ...noCount.notes }
  for (const note of NOTES) {
    notes[note] = Math.floor(left / noteTotal(note, 1))
    left -= noteTotal(note, notes[note])
  }
  return { notes, coins: left }
}

const soldAt = ({ sold_at }: Document) => new Date(sold_at).getTime()

type Times = { from: number; to: number | null }[]

/** Returns when the two shifts of a day open and close; the last shift of today stays open. */
function timesOf(date: CivilDate, documents: readonly Document[], { now, closed }: Options): Times {
  const sold = documents.map(soldAt)
  const isToday = date === manilaDate(now)
  const first = Math.min(instantOf(date, DRAWER_OPENS).getTime(), now.getTime(), ...sold)
  const handOver = instantOf(date, HAND_OVER).getTime()
  const last = Math.max(instantOf(date, '19:30:00').getTime(), ...sold) + 5 * MINUTE_MS
  if (isToday && (now.getTime() < handOver || closed.has(date))) return [{ from: first, to: null }]
  return [
    { from: first, to: handOver },
    { from: handOver, to: isToday ? null : last },
  ]
}

function openShift(rows: DemoRows, random: Random, opened: number, by: Actor, terminalId: string) {
  const at = new Date(opened)
  const row: Shift['row'] = {
    id: idAt(random, at),
    terminal_id: terminalId,
    business_date: manilaDate(at),
    cashier_id: by.id,
    cashier_name: by.name,
    opened_at: at,
    opened_by: by.id,
    opened_by_name: by.name,
    float_count: countFor(FLOAT),
    float_centavos: FLOAT,
  }
  rows.shifts.push(row)
  const parameters = { terminal: TERMINAL, cashier: by.name, float_centavos: FLOAT }
  logEvent(rows, random, { at, by }, { type: 'cash.shift.opened', subjectId: row.id, parameters })
  return row
}

const flowOf = { in: 'pay_in', out: 'pay_out', drop: 'drops' } as const

/** Returns the cash that the documents of a shift brought in and paid out. */
function cashOf(documents: readonly Document[], cash: ReadonlyMap<string, number>) {
  const sum = (isSale: boolean) =>
    documents.reduce((all, { id, kind }) => ((kind === 'sale') === isSale ? all + (cash.get(id) ?? 0) : all), 0)
  return { cash_sales: sum(true), cash_back: 0 - sum(false) }
}

type Moving = { taken: number; now: Date; admin: Actor }

/**
 * Records the admin's approval of a bank drop (cash taken to the bank), which a cashier cannot make without approval.
 */
function approveDrop(
  rows: DemoRows,
  random: Random,
  { row, by }: Shift,
  moved: { at: Date; amount: number },
  admin: Actor,
) {
  const approved_at = new Date(moved.at.getTime() - 20_000)
  const id = idAt(random, approved_at)
  rows.approvals.push({
    id,
    kind: 'drop',
    shift_id: row.id,
    amount_centavos: moved.amount,
    approver_id: admin.id,
    approver_name: admin.name,
    requested_by: by.id,
    approved_at,
  })
  return id
}

/**
 * Adds small pay-ins and pay-outs on some weekdays, and at the end of each shift a bank drop of its cash in whole
 * thousands of pesos.
 */
function moveCash(rows: DemoRows, random: Random, shift: Shift, { taken, now, admin }: Moving) {
  const { row, by, opened, closed, turn } = shift
  const flow = { pay_in: 0, pay_out: 0, drops: 0 }
  const today = weekdayOf(row.business_date)
  const planned = sampleMovements.filter((one) => (one.weekday ?? today) === today && one.shift === turn)
  for (const { kind, reason, ...movement } of planned) {
    const { amount = Math.floor(taken / THOUSAND) * THOUSAND } = movement
    const late = (closed ?? Infinity) - 10 * MINUTE_MS
    const moment = movement.amount === undefined ? late : Math.min(opened + 40 * MINUTE_MS, late)
    if (amount <= 0 || moment > now.getTime()) continue
    const at = new Date(moment)
    const id = idAt(random, at)
    const moved = { moved_at: at, moved_by: by.id, moved_by_name: by.name }
    const isDrop = kind === 'drop'
    rows.cash_movements.push({
      id,
      shift_id: row.id,
      kind,
      amount_centavos: amount,
      reason,
      ...(isDrop && {
        slip_number: `DS-${random.whole(100_000, 999_999)}`,
        approval_id: approveDrop(rows, random, shift, { at, amount }, admin),
      }),
      ...moved,
    })
    const approved = isDrop && { approved_by: admin.name }
    const parameters = { terminal: TERMINAL, cashier: by.name, kind, amount_centavos: amount, ...approved }
    logEvent(rows, random, { at, by }, { type: 'cash.money.moved', subjectId: row.id, parameters })
    flow[flowOf[kind]] += amount
  }
  return flow
}

/** Adds what the cashier did in a shift without leaving a document: deleted lines, abandoned orders, drawer openings. */
function actAtTill(rows: DemoRows, random: Random, { row, by, opened, closed, turn }: Shift, now: Date): void {
  const at = new Date(Math.min(opened + 50 * MINUTE_MS, (closed ?? Infinity) - 20 * MINUTE_MS))
  if (at > now) return
  const today = sampleActions.filter(({ weekday, shift }) => weekday === weekdayOf(row.business_date) && shift === turn)
  for (const { kind, description, amount: amount_centavos } of today) {
    rows.till_actions.push({
      id: idAt(random, at),
      branch_id: MAIN_BRANCH_ID,
      terminal_id: row.terminal_id,
      shift_id: row.id,
      kind,
      description,
      amount_centavos,
      acted_at: at,
      acted_by: by.id,
      acted_by_name: by.name,
      received_at: at,
      received_from: by.id,
      received_from_name: by.name,
    })
    const parameters = { terminal: TERMINAL, count: 1 }
    logEvent(
      rows,
      random,
      { at, by },
      kind === 'drawer_opened'
        ? { type: 'cash.drawer.opened', subjectId: row.id, parameters }
        : { type: 'cash.order.deleted', subjectId: row.id, parameters: { ...parameters, kind, amount_centavos } },
    )
  }
}

/** Closes a shift with a cash count that differs from the expected cash by the sample's next difference. */
function closeShift(rows: DemoRows, random: Random, { row, by, closed }: Shift, expected: number): void {
  if (closed === null) return
  const at = new Date(closed)
  const difference = differences[rows.shifts.length % differences.length]!
  const counted = expected + difference
  Object.assign(row, {
    first_counted_centavos: counted,
    closed_at: at,
    closed_by: by.id,
    closed_by_name: by.name,
    count: countFor(counted),
    counted_centavos: counted,
    expected_centavos: expected,
    difference_reason: needsReason(difference, ALLOWED)
      ? random.pick(differenceReasons[difference < 0 ? 'short' : 'over'])
      : null,
  } satisfies Partial<Shift['row']>)
  const parameters = {
    terminal: TERMINAL,
    cashier: by.name,
    counted_centavos: counted,
    difference_centavos: difference,
  }
  logEvent(rows, random, { at, by }, { type: 'cash.shift.closed', subjectId: row.id, parameters })
}

/** Adds the terminal and switches cash control on, on the first morning with shifts. */
function addTerminal(rows: DemoRows, random: Random, from: CivilDate, admin: Actor) {
  const at = instantOf(from, '09:15:00')
  const terminal = { id: idAt(random, at), name: TERMINAL }
  rows.terminals.push({ ...terminal, ...sampleMachine, branch_id: MAIN_BRANCH_ID, created_at: at })
  const parameters = { terminal: TERMINAL }
  logEvent(rows, random, { at, by: admin }, { type: 'cash.terminal.created', subjectId: terminal.id, parameters })
  const changes = [{ field: 'is_on', from: false, to: true } as const]
  const switchedOn = { type: 'cash.settings.changed', subjectId: null, parameters: {}, changes } as const
  logEvent(rows, random, { at: new Date(at.getTime() + MINUTE_MS), by: admin }, switchedOn)
  return terminal
}

/**
 * Returns the days with a cash drawer and their sales. Today is included even without sales, so that the till can sell
 * at once.
 */
function daysSince(rows: DemoRows, from: CivilDate, { now }: Options): [CivilDate, Document[]][] {
  const days = new Map<CivilDate, Document[]>([[manilaDate(now), []]])
  for (const document of rows.documents) {
    const date = document.business_date
    if (date >= from) days.set(date, [...(days.get(date) ?? []), document])
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * Assigns this and last month's documents to two shifts per day on one terminal: earlier ones are closed with small
 * differences, today's last is open. `closeDemoDays` writes their Z-readings after the insert.
 */
export function makeCash(rows: DemoRows, options: Options): DemoCash {
  const { now, admin, cashiers } = options
  const [random, actionRandom] = [seededRandom(48), seededRandom(61)]
  const from = addMonths(startOfMonth(manilaDate(now)), -1)
  const terminal = addTerminal(rows, random, from, admin)
  const cash = new Map<string, number>()
  for (const { document_id, method, amount_centavos } of rows.payments)
    if (method === 'cash') cash.set(document_id, (cash.get(document_id) ?? 0) + amount_centavos)
  const days: DemoCash['days'] = []
  for (const [date, documents] of daysSince(rows, from, options)) {
    timesOf(date, documents, options).forEach(({ from: opened, to: closed }, index) => {
      const by = cashierAt({ cashiers }, new Date(opened))
      const row = openShift(rows, random, opened, by, terminal.id)
      const shift: Shift = { row, by, opened, closed, turn: index === 0 ? 1 : 2 }
      const sold = documents.filter((one) => soldAt(one) >= opened && soldAt(one) < (closed ?? Infinity))
      for (const document of sold) Object.assign(document, { terminal_id: terminal.id, shift_id: row.id })
      actAtTill(rows, actionRandom, shift, now)
      const drawer = cashOf(sold, cash)
      const moved = moveCash(rows, random, shift, { taken: drawer.cash_sales - drawer.cash_back, now, admin })
      closeShift(rows, random, shift, expectedCash({ float: FLOAT, ...drawer, ...moved }))
      if (closed !== null && index === 1) days.push({ date, at: new Date(closed), by })
    })
  }
  return { terminal, days }
}

/** Writes the Z-reading of each earlier day and switches cash control on. */
export async function closeDemoDays(tx: Tx, { terminal, days }: DemoCash): Promise<void> {
  const random = seededRandom(49)
  const rows = emptyRows()
  for (const { date, at, by } of days) {
    const { id, content } = await insertZReading(tx, { branchId: MAIN_BRANCH_ID, terminal, date, by, now: at })
    const parameters = { terminal: terminal.name, number: content.number, date, net_centavos: content.net }
    logEvent(rows, random, { at, by }, { type: 'cash.day.closed', subjectId: id, parameters })
  }
  await insertAll(tx, 'events', rows.events)
  await tx.updateTable('cash_settings').set({ is_on: true }).execute()
}
