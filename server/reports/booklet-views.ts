import { sql } from 'kysely'
import { reportMessages as s } from '#shared/reports/messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { inRange, rowsOf, type ReadRows, type ReportRow } from './report-views.ts'

type EnteredRow = { number: string | null; is_in_range: boolean }
/** The number of a handwritten invoice: as it was entered, and its digits as a number. */
type Entered = { text: string; value: number; isInRange: boolean }

/** Groups numbers by booklet: `A-0001` and `a 2` are of booklet A. A number that does not end in digits is left out. */
function byBooklet(rows: readonly EnteredRow[]): Map<string, Entered[]> {
  const booklets = new Map<string, Entered[]>()
  for (const { number, is_in_range } of rows) {
    const [, letters = '', digits = ''] = /^(.*?)(\d{1,15})$/.exec(number ?? '') ?? []
    if (number === null || digits === '') continue
    const name = letters.replace(/[\s-]/g, '').toUpperCase()
    booklets.set(name, [...(booklets.get(name) ?? []), { text: number, value: Number(digits), isInRange: is_in_range }])
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

/** The ranges of one booklet in order: used, missing and double numbers from the first to the last of the period. */
function rangesOf(name: string, all: readonly Entered[]): ReportRow[] {
  const own = all.filter(({ isInRange }) => isInRange).map(({ value }) => value)
  const [lowest, highest] = [Math.min(...own), Math.max(...own)]
  const numbers = all
    .filter(({ value }) => value >= lowest && value <= highest)
    .sort((a, b) => a.value - b.value || a.text.localeCompare(b.text))
  const rows: ReportRow[] = []
  let start = numbers[0]
  numbers.forEach((number, index) => {
    const next = numbers[index + 1]
    if (next?.value === number.value)
      rows.push(rowOf(name, s.bookletStates.double, [number.text, next.text], { used: 1 }))
    if (!start || (next && next.value <= number.value + 1)) return
    const used = number.value - start.value + 1
    rows.push(rowOf(name, s.bookletStates.used, [start.text, number.text], { used }))
    start = next
    if (!next) return
    const missing: [string, string] = [like(number, number.value + 1), like(number, next.value - 1)]
    rows.push(rowOf(name, s.bookletStates.missing, missing, { missing: next.value - number.value - 1 }))
  })
  return rows
}

/** The numbers of the handwritten booklets by range, with those that are missing, double or not entered. */
const bookletContinuity: ReadRows = async (tx, range) => {
  const rows = await rowsOf(
    tx,
    sql<EnteredRow>`select booklet_numbers.number, ${inRange(range)} as is_in_range
      from documents left join booklet_numbers on booklet_numbers.document_id = documents.id
      where documents.branch_id = ${range.branchId} and documents.mode = 'booklet' and documents.kind = 'sale'
        and (booklet_numbers.number is not null or ${inRange(range)})`,
  )
  const withoutNumber = rows.filter(({ number }) => number === null).length
  return [
    ...[...byBooklet(rows)]
      .filter(([, numbers]) => numbers.some(({ isInRange }) => isInRange))
      .sort(([a], [b]) => a.localeCompare(b))
      .flatMap(([name, numbers]) => rangesOf(name, numbers)),
    ...(withoutNumber > 0 ? [rowOf('', s.bookletStates.without, ['', ''], { missing: withoutNumber })] : []),
  ]
}

/** The report about the booklets of handwritten invoices. */
export const bookletReports = { 'booklet-continuity': bookletContinuity } satisfies Partial<
  Record<ReportName, ReadRows>
>
