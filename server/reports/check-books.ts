import { recount } from '#server/cash/recount.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import { writeAuditLog, writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import type { DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { recountDocuments, type BookFinding } from '#server/sales/books/recount.ts'
import { formatDate, isoInManila } from '#shared/lib/manila-time.ts'
import type { BooksCheck } from '#shared/reports/contract.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import { receiptNumber } from '#shared/sales/receipt.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** So many findings are kept with a sentence each. */
const MOST_SENTENCES = 100

const TERMINAL_ID = /[0-9a-f-]{36}$/

type SeriesName = (series: string) => string

/** Names of series for people: with the name of the terminal instead of its id. */
async function seriesNames(tx: ReadTx, branchId: string): Promise<SeriesName> {
  const names = new Map((await views.terminalNames(tx, branchId)).map(({ id, name }) => [id, name]))
  return (series) => series.replace(TERMINAL_ID, (id) => names.get(id) ?? id)
}

function sentenceOf(finding: BookFinding, nameOf: SeriesName): string {
  if (finding.kind === 'day') return s.dayOff(formatDate(finding.date))
  if (finding.kind === 'missing') {
    const [first, last] = [receiptNumber(finding.first), receiptNumber(finding.last)]
    const series = nameOf(finding.series)
    return first === last ? s.numberMissing(series, first) : s.numbersMissing(series, first, last)
  }
  const { number } = finding
  const series = nameOf(finding.series)
  if (finding.kind === 'not-given') return s.numberBeyond(series, receiptNumber(number))
  const sentences = { lines: s.linesOff, payments: s.paymentsOff, void: s.counterOff, 'taken-back': s.tooMuchBack }
  return sentences[finding.kind](series, receiptNumber(number))
}

type Result = Pick<BooksCheck, 'counts' | 'finding_count' | 'findings'>

/** Counts the books of a branch again: documents, days, numbers, shifts and readings. Reads for seconds and writes nothing. */
export async function recountBooks(tx: ReadTx, branchId: string): Promise<Result> {
  const documents = await recountDocuments(tx, branchId)
  const cash = await recount(tx, branchId)
  const nameOf = await seriesNames(tx, branchId)
  return {
    counts: { ...documents.counts, shifts: cash.shifts, readings: cash.readings },
    finding_count: documents.findingCount + cash.findings.length,
    findings: [...documents.findings.map((finding) => sentenceOf(finding, nameOf)), ...cash.findings].slice(
      0,
      MOST_SENTENCES,
    ),
  }
}

type Kept = { branchId: string; now: Date; by: { id: string; name: string } | null; result: Result }

/** Writes down what a recount has found. */
async function keep(tx: Tx, { branchId, now, by, result }: Kept): Promise<BooksCheck> {
  const id = newId()
  await queries.insertCheck(tx, {
    id,
    branch_id: branchId,
    checked_at: now,
    checked_by: by?.id ?? null,
    checked_by_name: by?.name ?? null,
    counts: JSON.stringify(result.counts),
    finding_count: result.finding_count,
    findings: JSON.stringify(result.findings),
  })
  return { id, checked_at: isoInManila(now), checked_by: by?.name ?? null, ...result }
}

const eventOf = ({ id, counts, finding_count }: BooksCheck) => ({
  type: 'reports.books.checked' as const,
  subjectId: id,
  parameters: { documents: counts.documents, findings: finding_count },
})

/** The log of the server tells that the books differ; what differs may name people and stands in the check. */
const FAILED = 'the books do not add up'

/** Checks the books because somebody asked. */
export async function checkBooks(context: DetachedContext<Principal>): Promise<BooksCheck> {
  const { branchId, now, user, log } = context
  const result = await context.inLongSnapshot((tx) => recountBooks(tx, branchId))
  const check = await context.inTransaction(async (writing) => {
    const kept = await keep(writing.tx, { branchId, now, by: user, result })
    await writeAuditLog(writing, eventOf(kept))
    return kept
  })
  if (check.finding_count > 0) log.error({ check: check.id, findings: check.finding_count }, FAILED)
  return check
}

/** The last check of the books; null before the first. */
export async function lastCheck({ tx, branchId }: Pick<ReadContext, 'tx' | 'branchId'>): Promise<BooksCheck | null> {
  const row = await views.lastCheck(tx, branchId)
  if (!row) return null
  const { id, checked_at, checked_by_name, counts, finding_count, findings } = row
  return { id, checked_at: isoInManila(checked_at), checked_by: checked_by_name, counts, finding_count, findings }
}

type Work = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** The check of a night: kept, and in the history log when something differs. */
export async function keepNightlyCheck(
  inTransaction: Work,
  { branchId, now, result }: Omit<Kept, 'by'>,
  logError: (details: object, text: string) => void,
): Promise<void> {
  const check = await inTransaction(async (tx) => {
    const kept = await keep(tx, { branchId, now, by: null, result })
    if (kept.finding_count > 0) await writeSystemLog(tx, now, eventOf(kept))
    return kept
  })
  if (check.finding_count > 0) logError({ check: check.id, findings: check.finding_count }, FAILED)
}
