import { sumsOfShifts } from '#server/sales/day-totals.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { drawerOf, readingFigures, type ReadingFigures, type ShiftSums, type ZContent } from '#shared/cash/reading.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { parseContent, readingHash, drawerOfShift } from './readings.ts'
import * as views from './views.ts'

type Recount = { shifts: number; readings: number; findings: string[] }

type Sums = (shiftId: string) => ShiftSums
type Row = Awaited<ReturnType<typeof views.readingChains>>[number]

/**
 * Returns the stored figures as JSON, with keys in the order of the computed figures, so that both can be compared as
 * text.
 */
const figuresIn = (content: ZContent, like: ReadingFigures) =>
  JSON.stringify(Object.fromEntries(Object.keys(like).map((name) => [name, content[name as keyof ReadingFigures]])))

const shiftFindings = (shifts: readonly views.ShiftRow[], sums: Sums): string[] =>
  shifts
    .filter((shift) => drawerOf(drawerOfShift(shift), sums(shift.id)).expected !== shift.expected_centavos)
    .map(({ terminal_name, business_date, cashier_name }) =>
      s.shiftOff(s.shiftName(terminal_name, formatShortDate(business_date), cashier_name)),
    )

/** The errors of one reading: a wrong hash, number or figure. */
function readingFindings(row: Row, before: Row | undefined, figures: ReadingFigures): string[] {
  const name = s.readingName(row.number, row.terminal_name)
  const content = parseContent(row)
  const previousTotal = before?.grand_total_centavos ?? 0
  const follows =
    row.number === (before?.number ?? 0) + 1 &&
    row.previous_hash === (before?.hash ?? '') &&
    (before === undefined || before.business_date < row.business_date)
  const agrees =
    figuresIn(content, figures) === JSON.stringify(figures) &&
    content.number === row.number &&
    content.business_date === row.business_date &&
    content.previous_grand_total === previousTotal &&
    content.grand_total === previousTotal + figures.gross &&
    row.grand_total_centavos === content.grand_total
  return [
    ...(readingHash(row.previous_hash, row.content) === row.hash ? [] : [s.hashOff(name)]),
    ...(follows ? [] : [s.chainOff(name)]),
    ...(agrees ? [] : [s.figuresOff(name)]),
  ]
}

const dayOf = (row: { terminal_id: string; business_date: string }) => `${row.terminal_id} ${row.business_date}`

/** Computes every closed shift and every Z-reading again from the documents, and verifies each chain of hashes. */
export async function recountShifts(tx: ReadTx, branchId: string): Promise<Recount> {
  const shifts = await views.closedShifts(tx, branchId)
  const sums = await sumsOfShifts(
    tx,
    shifts.map(({ id }) => id),
  )
  const byDay = new Map<string, views.ShiftRow[]>()
  for (const shift of shifts) {
    const ofDay = byDay.get(dayOf(shift)) ?? []
    byDay.set(dayOf(shift), [...ofDay, shift])
  }
  const readings = await views.readingChains(tx, branchId)
  const findings = readings.flatMap((row, index) => {
    const before = readings[index - 1]
    const ofDay = byDay.get(dayOf(row)) ?? []
    const shiftsOfDay = ofDay.map((shift) => ({ ...drawerOfShift(shift), sums: sums(shift.id) }))
    const figures = readingFigures(shiftsOfDay, parseContent(row).format)
    return readingFindings(row, before?.terminal_id === row.terminal_id ? before : undefined, figures)
  })
  return { shifts: shifts.length, readings: readings.length, findings: [...shiftFindings(shifts, sums), ...findings] }
}
