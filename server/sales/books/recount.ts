import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import * as views from './books-views.ts'

/** What does not add up in the documents of a branch. */
export type BookFinding =
  | { kind: 'lines' | 'payments' | 'void' | 'taken-back' | 'not-given'; series: string; number: number }
  | { kind: 'day'; date: CivilDate }
  | { kind: 'missing'; series: string; first: number; last: number }

type BookRecount = {
  counts: { documents: number; days: number; series: number }
  /** All that differs; of each kind only the first are named. */
  findingCount: number
  findings: BookFinding[]
}

/**
 * Recounts the documents of a branch from their lines and payments, what was taken back, the kept totals of days, and the
 * numbers of each series. Takes about a second for 200,000 documents: one snapshot of patience.
 */
export async function recountDocuments(tx: ReadTx, branchId: string): Promise<BookRecount> {
  const counts = await views.bookCounts(tx, branchId)
  const findings: BookFinding[] = []
  let findingCount = 0
  const add = <Row>({ all, rows }: { all: number; rows: Row[] }, finding: (row: Row) => BookFinding) => {
    findingCount += all
    findings.push(...rows.map(finding))
  }
  const named = (kind: 'lines' | 'payments' | 'void' | 'taken-back' | 'not-given') => (row: views.Numbered) => ({
    kind,
    series: row.series,
    number: row.number,
  })
  add(await views.linesThatDiffer(tx, branchId), named('lines'))
  add(await views.paymentsThatDiffer(tx, branchId), named('payments'))
  add(await views.voidsThatDiffer(tx, branchId), named('void'))
  add(await views.salesTakenBackTwice(tx, branchId), named('taken-back'))
  add(await views.daysThatDiffer(tx, branchId), ({ date }) => ({ kind: 'day', date }))
  add(await views.missingNumbers(tx, branchId), ({ series, first, last }) => ({ kind: 'missing', series, first, last }))
  add(await views.numbersNotGiven(tx, branchId), named('not-given'))
  return { counts, findingCount, findings }
}
