import { sql } from 'kysely'
import { bookletMessages as s } from '#shared/reports/booklet-messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { inRange, rowsOf, type ReadRows, type ReportRow } from './report-views.ts'

type EnteredRow = { number: string | null; is_in_range: boolean; is_before: boolean }
/** The number of a handwritten invoice: as it was entered, and its digits as a number. */
type Entered = { text: string; value: number; isInRange: boolean; isBefore: boolean }

/** A number that ends in digits, split into the letters of its booklet and its digits. */
const NUMBER = /^(.*?)(\d{1,15})$/

/**
 * Groups numbers by booklet: `A-0001` and `a 2` belong to booklet A. A number that does not end in digits belongs to no
 * booklet.
 */
function byBooklet(rows: readonly EnteredRow[]): Map<string, Entered[]> {
  const booklets = new Map<string, Entered[]>()
  for (const { number, is_in_range: isInRange, is_before: isBefore } of rows) {
    const [text = '', letters = '', digits = ''] = NUMBER.exec(number ?? '') ?? []
    if (digits === '') continue
    const name = letters.replace(/[\s-]/g, '').toUpperCase()
    const entered = { text, value: Number(digits), isInRange, isBefore }
    booklets.set(name, [...(booklets.get(name) ?? []), entered])
  }
  return booklets
}

const rowOf = (booklet: string, state: string, [first, last]: [string, string], counted: ReportRow): ReportRow => ({
  booklet,
  state,
  first,
  last,
  used: 0,
  missing: 0,
  ...counted,
})

/** Writes a missing number in the way in which the number before it is written. */
const like = ({ text }: Entered, missing: number): string =>
  text.replace(/\d{1,15}$/, (digits) => String(missing).padStart(digits.length, '0'))

const missingBetween = (name: string, before: Entered, next: Entered): ReportRow => {
  const range: [string, string] = [like(before, before.value + 1), like(before, next.value - 1)]
  return rowOf(name, s.missing, range, { missing: next.value - before.value - 1 })
}

/**
 * The ranges of one booklet in order: used, missing and double numbers up to the last of the period. They start after
 * the last number before the period, so that numbers missing between two periods are found.
 */
function rangesOf(name: string, all: readonly Entered[]): ReportRow[] {
  const own = all.filter(({ isInRange }) => isInRange).map(({ value }) => value)
  const [lowest, highest] = [Math.min(...own), Math.max(...own)]
  const sorted = all.toSorted((a, b) => a.value - b.value || a.text.localeCompare(b.text))
  const before = sorted.findLast(({ isBefore, value }) => isBefore && value < lowest)
  const first = before ? before.value + 1 : lowest
  const numbers = sorted.filter(({ value }) => value >= first && value <= highest)
  const rows: ReportRow[] = []
  let start = numbers[0]
  if (before && start && start.value > first) rows.push(missingBetween(name, before, start))
  numbers.forEach((number, index) => {
    const next = numbers[index + 1]
    if (next?.value === number.value) rows.push(rowOf(name, s.double, [number.text, next.text], { used: 1 }))
    if (!start || (next && next.value <= number.value + 1)) return
    const used = number.value - start.value + 1
    rows.push(rowOf(name, s.used, [start.text, number.text], { used }))
    start = next
    if (next) rows.push(missingBetween(name, number, next))
  })
  return rows
}

/**
 * The numbers of the handwritten booklets by range, with those that are missing, double, not entered or without digits
 * at their end. A voided sale needs no number; the rule is the same when a shift is closed.
 */
const bookletContinuity: ReadRows = async (tx, range) => {
  const rows = await rowsOf(
    tx,
    sql<EnteredRow>`select booklet_numbers.number, ${inRange(range)} as is_in_range,
        documents.business_date < ${range.from} as is_before
      from documents left join booklet_numbers on booklet_numbers.document_id = documents.id
      where documents.branch_id = ${range.branchId} and documents.mode = 'booklet' and documents.kind = 'sale'
        and (booklet_numbers.number is not null or (${inRange(range)}
          and not exists (select from documents void where void.refers_to = documents.id and void.kind = 'void')))`,
  )
  const withoutNumber = rows.filter(({ number }) => number === null).length
  const unordered = rows.flatMap(({ number, is_in_range }) =>
    is_in_range && number !== null && !NUMBER.test(number) ? number : [],
  )
  return [
    ...[...byBooklet(rows)]
      .filter(([, numbers]) => numbers.some(({ isInRange }) => isInRange))
      .sort(([a], [b]) => a.localeCompare(b))
      .flatMap(([name, numbers]) => rangesOf(name, numbers)),
    ...unordered.toSorted().map((number) => rowOf('', s.withoutDigits, [number, number], { used: 1 })),
    ...(withoutNumber > 0 ? [rowOf('', s.without, ['', ''], { missing: withoutNumber })] : []),
  ]
}

/** The report about the booklets of handwritten invoices. */
export const bookletReports = { 'booklet-continuity': bookletContinuity } satisfies Partial<
  Record<ReportName, ReadRows>
>
