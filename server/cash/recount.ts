import { loggedWithoutReading } from '#server/history-logs/public.ts'
import { cardsOfShifts } from '#server/prepaid/public.ts'
import { coveredDays, percentageTaxOfShifts } from '#server/sales/public.ts'
import { sumsOfShifts } from '#server/sales/day-totals.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { readingFigures, type ReadingFigures, type ShiftSums } from '#shared/cash/reading.ts'
import type { ZContent } from '#shared/cash/z-content.ts'
import { drawerOf } from '#shared/cash/shift-drawer.ts'
import { formatShortDate, type CivilDate } from '#shared/lib/manila-time.ts'
import {
  cardSalesTogether,
  withEmptyVoids,
  type CardSales,
  type CardSeller,
  type CountedCardSales,
} from '#shared/prepaid/card-sales.ts'
import type { PercentageTaxSales } from '#shared/sales/percentage-tax.ts'
import { contentOf } from './reading-content.ts'
import { readingHash, drawerOfShift } from './readings.ts'
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
  /** The sales slips of the day; undefined if there are none. */
  slips: Days[number] | undefined
  /** The gift cards and packages that were sold, voided and refunded on the day, and who sold them in each shift. */
  cards: { sales: readonly CountedCardSales[]; sellers: CardSeller[][] }
  percentageTax: PercentageTaxSales | null
}

/**
 * Returns the gift cards and packages that a reading must state; null if the reading need not state any. Readings of
 * earlier versions lack `card_sellers`. They count voids that gave nothing back, and some of them state no gift cards,
 * because the version knew none; their hash shows whether gift cards were removed later.
 */
function statedCardSales(content: ZContent, counted: readonly CountedCardSales[]): CardSales[] | null {
  if (content.card_sellers !== undefined) return cardSalesTogether(counted)
  return content.card_sales === undefined ? null : cardSalesTogether(withEmptyVoids(counted))
}

/**
 * Compares the gift cards and packages in a reading, and who sold them, with those that were sold, voided and refunded.
 * `missing`: the reading states none, although there were some.
 */
function compareCards(content: ZContent, { sales, sellers }: Compared['cards']): 'agree' | 'missing' | 'differ' {
  const expected = statedCardSales(content, sales)
  if (expected === null) return 'agree'
  if (content.card_sales === undefined && expected.length > 0) return 'missing'
  const agree =
    JSON.stringify(content.card_sales ?? []) === JSON.stringify(expected) &&
    JSON.stringify(content.card_sellers ?? sellers) === JSON.stringify(sellers)
  return agree ? 'agree' : 'differ'
}

/**
 * True if a reading states the same sales by percentage tax as the stored documents. Earlier versions of the app made
 * readings without these sales, so a reading that does not state them agrees.
 */
const percentageTaxAgrees = ({ percentage_tax: stored }: ZContent, counted: PercentageTaxSales | null): boolean =>
  stored === undefined ||
  (stored.taxable === counted?.taxable && stored.exempt === counted.exempt && stored.undivided === counted.undivided)

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
  const { figures, slips, cards, percentageTax } = computed
  const previousTotal = before?.grand_total_centavos ?? 0
  const follows =
    row.number === (before?.number ?? 0) + 1 &&
    row.previous_hash === (before?.hash ?? '') &&
    (before === undefined || before.business_date < row.business_date)
  const ofCards = compareCards(content, cards)
  const agrees =
    figuresIn(content, figures) === JSON.stringify(figures) &&
    smallSalesAgree(content, slips) &&
    ofCards !== 'differ' &&
    percentageTaxAgrees(content, percentageTax) &&
    content.number === row.number &&
    content.business_date === row.business_date &&
    content.previous_grand_total === previousTotal &&
    content.grand_total === previousTotal + figures.gross &&
    row.grand_total_centavos === content.grand_total
  return [
    ...(readingHash(row.previous_hash, row.content) === row.hash ? [] : [s.hashOff(name)]),
    ...(follows ? [] : [s.chainOff(name)]),
    ...(agrees ? [] : [s.figuresOff(name)]),
    ...(ofCards === 'missing' ? [s.cardSalesMissing(name)] : []),
  ]
}

const dayOf = (row: { terminal_id: string; business_date: string }) => `${row.terminal_id} ${row.business_date}`

function shiftsByDay(shifts: readonly views.ShiftRow[]): Map<string, views.ShiftRow[]> {
  const byDay = new Map<string, views.ShiftRow[]>()
  for (const shift of shifts) byDay.set(dayOf(shift), [...(byDay.get(dayOf(shift)) ?? []), shift])
  return byDay
}

/**
 * Finds days without their reading. A terminal opens a shift only after its earlier days are closed, so a reading was
 * removed if the terminal has a later shift, or if the history log says that the reading was made. The reading of any
 * other day before today was never made; it is due when all shifts of the day are closed.
 */
async function missingReadings(tx: ReadTx, branchId: string, today: CivilDate): Promise<string[]> {
  const unclosed = await views.unclosedDays(tx, branchId)
  const latest = await views.latestShiftDates(tx, branchId)
  const skipped = unclosed.filter(({ terminal_id, date }) => date < latest.get(terminal_id)!)
  const logged = await loggedWithoutReading(tx)
  const neverMade = unclosed.filter(
    (day) =>
      day.date < today &&
      !day.has_open_shift &&
      !skipped.includes(day) &&
      !logged.some(({ terminal, date }) => day.terminal_name === terminal && day.date === date),
  )
  return [
    ...neverMade.map(({ terminal_name, date }) => s.readingNotMade(terminal_name, formatShortDate(date))),
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

/**
 * Computes every closed shift and every Z-reading again from the documents, verifies each chain of hashes, and finds
 * days before today without a Z-reading.
 */
export async function recountShifts(tx: ReadTx, branchId: string, today: CivilDate): Promise<Recount> {
  const shifts = await views.closedShifts(tx, branchId)
  const ids = shifts.map(({ id }) => id)
  const sums = await sumsOfShifts(tx, ids)
  const cards = await cardsOfShifts(tx, ids)
  const percentageTaxOf = await percentageTaxOfShifts(tx, ids)
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
    const cardsOfDay = {
      sales: ofDay.flatMap(({ id }) => cards.sales(id)),
      sellers: ofDay.map(({ id }) => cards.sellers(id)),
    }
    const percentageTax = percentageTaxOf(ofDay.map(({ id }) => id))
    const slips = slipsByDay.get(dayOf(row))
    return readingFindings(row, { content, previous, figures, cards: cardsOfDay, percentageTax, slips })
  })
  const findings = [
    ...shiftFindings(shifts, sums),
    ...ofReadings,
    ...uncoveredSlips(days, readings),
    ...(await missingReadings(tx, branchId, today)),
  ]
  return { shifts: shifts.length, readings: readings.length, findings }
}
