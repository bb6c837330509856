import { loggedWithoutReading } from '#server/history-logs/public.ts'
import { cardSalesOfShifts } from '#server/prepaid/public.ts'
import { coveredDays } from '#server/sales/public.ts'
import { sumsOfShifts } from '#server/sales/day-totals.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { readingFigures, type ReadingFigures, type ShiftSums, type ZContent } from '#shared/cash/reading.ts'
import { drawerOf } from '#shared/cash/shift-drawer.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { cardSalesTogether, type CardSales } from '#shared/prepaid/card-sales.ts'
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

type Days = Awaited<ReturnType<typeof coveredDays>>
type Compared = {
  content: ZContent
  previous: Row | undefined
  figures: ReadingFigures
  /** The sales slips of the day; undefined without any. */
  slips: Days[number] | undefined
  /** The gift cards and packages that were sold, voided and refunded on the day. */
  cards: readonly CardSales[]
}

/**
 * True if a reading states the same gift cards and packages as those that were sold, voided and refunded. Earlier
 * versions of the app made readings without them, so a reading that states none agrees; its hash shows whether they
 * were removed from the reading later.
 */
const cardSalesAgree = ({ card_sales: stored }: ZContent, counted: readonly CardSales[]): boolean =>
  stored === undefined || JSON.stringify(stored) === JSON.stringify(counted)

/** True if the small sales in a reading, and the invoice that covers them, agree with the stored documents. */
function smallSalesAgree({ small_sales }: ZContent, slips: Compared['slips']): boolean {
  if (!small_sales || !slips) return !small_sales && !slips
  const { count, amount, cover } = small_sales
  return (
    count === slips.count &&
    amount === slips.amount &&
    cover?.id === slips.cover?.id &&
    cover?.number === slips.cover?.number &&
    cover?.count === slips.cover?.count &&
    cover?.amount === slips.cover?.amount
  )
}

/** The errors of one reading: a wrong hash, number or figure. */
function readingFindings(row: Row, { content, previous: before, ...computed }: Compared): string[] {
  const name = s.readingName(row.number, row.terminal_name)
  const { figures, slips, cards } = computed
  const previousTotal = before?.grand_total_centavos ?? 0
  const follows =
    row.number === (before?.number ?? 0) + 1 &&
    row.previous_hash === (before?.hash ?? '') &&
    (before === undefined || before.business_date < row.business_date)
  const agrees =
    figuresIn(content, figures) === JSON.stringify(figures) &&
    smallSalesAgree(content, slips) &&
    cardSalesAgree(content, cards) &&
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

/** The content of a reading; null when it is damaged, so that the check continues with the other readings. */
function contentOf(row: Row): ZContent | null {
  try {
    return parseContent(row)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const dayOf = (row: { terminal_id: string; business_date: string }) => `${row.terminal_id} ${row.business_date}`

function shiftsByDay(shifts: readonly views.ShiftRow[]): Map<string, views.ShiftRow[]> {
  const byDay = new Map<string, views.ShiftRow[]>()
  for (const shift of shifts) byDay.set(dayOf(shift), [...(byDay.get(dayOf(shift)) ?? []), shift])
  return byDay
}

/**
 * Finds days without their reading. A terminal opens a shift only after its earlier days are closed, so a reading was
 * removed if the terminal has a later shift, or if the history log says that the reading was made.
 */
async function missingReadings(tx: ReadTx, branchId: string): Promise<string[]> {
  const unclosed = await views.unclosedDays(tx, branchId)
  const latest = await views.latestShiftDates(tx, branchId)
  const skipped = unclosed.filter(({ terminal_id, date }) => date < latest.get(terminal_id)!)
  const logged = await loggedWithoutReading(tx)
  return [
    ...skipped.map(({ terminal_name, date }) => s.readingMissing(terminal_name, formatShortDate(date))),
    ...logged
      .filter(({ terminal, date }) => !skipped.some((day) => day.terminal_name === terminal && day.date === date))
      .map(({ number, terminal, date }) => s.readingLost(number, terminal, formatShortDate(date))),
  ]
}

/**
 * Finds dates with a missing invoice: the sales slips of the date reach the limit from which an invoice must cover
 * them, every terminal has closed the date, and some of the slips still have no invoice.
 */
function uncoveredSlips(days: Days, readings: readonly Row[]): string[] {
  const readingOf = new Map(readings.map((row) => [dayOf(row), row]))
  return [...new Set(days.map(({ business_date }) => business_date))].flatMap((date) => {
    const ofDate = days.filter((day) => day.business_date === date)
    const closed = ofDate.map((day) => readingOf.get(dayOf(day))).filter((row) => row !== undefined)
    const last = closed.toSorted((a, b) => a.closed_at.getTime() - b.closed_at.getTime()).at(-1)
    const limit = last && contentOf(last)?.small_sales?.limit
    const sum = (key: 'amount' | 'uncovered') => ofDate.reduce((total, day) => total + day[key], 0)
    const isWrong = limit !== undefined && closed.length === ofDate.length && sum('amount') >= limit
    return isWrong && sum('uncovered') > 0 ? [s.slipsUncovered(formatShortDate(date))] : []
  })
}

/** Computes every closed shift and every Z-reading again from the documents, and verifies each chain of hashes. */
export async function recountShifts(tx: ReadTx, branchId: string): Promise<Recount> {
  const shifts = await views.closedShifts(tx, branchId)
  const ids = shifts.map(({ id }) => id)
  const sums = await sumsOfShifts(tx, ids)
  const cardSales = await cardSalesOfShifts(tx, ids)
  const byDay = shiftsByDay(shifts)
  const readings = await views.readingChains(tx, branchId)
  const days = await coveredDays(tx, branchId)
  const slipsByDay = new Map(days.map((day) => [dayOf(day), day]))
  const ofReadings = readings.flatMap((row, index) => {
    const before = readings[index - 1]
    const content = contentOf(row)
    if (!content) return [s.contentDamaged(s.readingName(row.number, row.terminal_name))]
    const ofDay = byDay.get(dayOf(row)) ?? []
    const shiftsOfDay = ofDay.map((shift) => ({ ...drawerOfShift(shift), sums: sums(shift.id) }))
    const figures = readingFigures(shiftsOfDay, content.format)
    const previous = before?.terminal_id === row.terminal_id ? before : undefined
    const cards = cardSalesTogether(ofDay.flatMap(({ id }) => cardSales(id)))
    return readingFindings(row, { content, previous, figures, cards, slips: slipsByDay.get(dayOf(row)) })
  })
  const findings = [
    ...shiftFindings(shifts, sums),
    ...ofReadings,
    ...uncoveredSlips(days, readings),
    ...(await missingReadings(tx, branchId)),
  ]
  return { shifts: shifts.length, readings: readings.length, findings }
}
