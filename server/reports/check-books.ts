import { recountShifts } from '#server/cash/recount.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import { writeAuditLog, writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import type { DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { recountAccounts, type PrepaidFinding } from '#server/prepaid/recount-accounts.ts'
import { recountDocuments, type BookFinding } from '#server/sales/books/recount.ts'
import { RECEIPTS } from '#server/sales/documents/document-rows.ts'
import { documentName, documentNumber, RECEIPT_SERIES } from '#shared/clinic/document-name.ts'
import type { DocumentKind, DocumentMode } from '#shared/clinic/documents.ts'
import { formatDate, isoInManila, manilaDate } from '#shared/lib/manila-time.ts'
import { cardEnding } from '#shared/prepaid/card-number.ts'
import { accountName } from '#shared/prepaid/paper-name.ts'
import type { BooksCheck } from '#shared/reports/books-contract.ts'
import { booksMessages as s } from '#shared/reports/books-messages.ts'

/** At most this many findings of one check of the books are stored with a sentence; the rest are only counted. */
const MAX_SENTENCES = 100

/** The names of a branch's terminals, including those no longer in use. */
const terminalNames = (tx: ReadTx, branchId: string) =>
  tx.selectFrom('terminals').select(['id', 'name']).where('branch_id', '=', branchId).execute()

type NameOf = (series: string, number: number) => string

/** Returns a function that names a document by its number and the key of its number series (`seriesOf`). */
async function documentNames(tx: ReadTx, branchId: string): Promise<NameOf> {
  const terminals = new Map((await terminalNames(tx, branchId)).map(({ id, name }) => [id, name]))
  return (series, number) => {
    if (series === RECEIPTS) return documentName(number, RECEIPT_SERIES)
    const [mode, kind, terminal] = series.split('.') as [DocumentMode, DocumentKind, string?]
    return documentName(number, { mode, kind, terminal: terminal && (terminals.get(terminal) ?? terminal) })
  }
}

function sentenceOf(finding: BookFinding, nameOf: NameOf): string {
  if (finding.kind === 'day') return s.dayOff(formatDate(finding.date))
  if (finding.kind === 'missing') {
    const { series, first, last } = finding
    return first === last
      ? s.numberMissing(nameOf(series, first))
      : s.numbersMissing(nameOf(series, first), documentNumber(last))
  }
  const sentences = {
    lines: s.linesOff,
    payments: s.paymentsOff,
    void: s.counterOff,
    'taken-back': s.tooMuchBack,
    'never-issued': s.numberBeyond,
    'no-shift': s.noShift,
    cover: s.coverOff,
  }
  return sentences[finding.kind](nameOf(finding.series, finding.number))
}

function prepaidSentence(finding: PrepaidFinding): string {
  if (finding.kind === 'missing') return s.paidAheadMissing(documentNumber(finding.first), documentNumber(finding.last))
  const sentences = {
    balance: s.balanceOff,
    paid: s.paidAheadOff,
    returned: s.returnedOff,
    'too-much': s.tooMuchReturned,
  }
  return sentences[finding.kind](accountName(finding.account, finding.number, cardEnding(finding.card_number)))
}

type Result = Pick<BooksCheck, 'counts' | 'finding_count' | 'findings'>

/**
 * Checks the books of a branch: documents, days, numbers, money paid ahead, shifts and readings. Takes seconds and
 * writes nothing.
 */
export async function recountBooks(tx: ReadTx, branchId: string, now: Date): Promise<Result> {
  const documents = await recountDocuments(tx, branchId)
  const paidAhead = await recountAccounts(tx, branchId)
  const cash = await recountShifts(tx, branchId, manilaDate(now))
  const nameOf = await documentNames(tx, branchId)
  return {
    counts: { ...documents.counts, shifts: cash.shifts, readings: cash.readings },
    finding_count: documents.findingCount + paidAhead.findingCount + cash.findings.length,
    findings: [
      ...documents.findings.map((finding) => sentenceOf(finding, nameOf)),
      ...paidAhead.findings.map(prepaidSentence),
      ...cash.findings,
    ].slice(0, MAX_SENTENCES),
  }
}

type NewCheck = { branchId: string; now: Date; by: { id: string; name: string } | null; result: Result }

/** Stores the result of a check. */
async function insertCheck(tx: Tx, { branchId, now, by, result }: NewCheck): Promise<BooksCheck> {
  const id = newId()
  const row = {
    id,
    branch_id: branchId,
    checked_at: now,
    checked_by: by?.id ?? null,
    checked_by_name: by?.name ?? null,
    counts: JSON.stringify(result.counts),
    finding_count: result.finding_count,
    findings: JSON.stringify(result.findings),
  }
  await tx.insertInto('book_checks').values(row).execute()
  return { id, checked_at: isoInManila(now), checked_by: by?.name ?? null, ...result }
}

const eventOf = ({ id, counts, finding_count }: BooksCheck) => ({
  type: 'reports.books.checked' as const,
  subjectId: id,
  parameters: { documents: counts.documents, findings: finding_count },
})

/** The server log only says that the books differ; the details may name people and are stored with the check. */
const BOOKS_DIFFER = 'the books do not add up'

/** Checks the books on request. */
export async function checkBooks(context: DetachedContext<Principal>): Promise<BooksCheck> {
  const { branchId, now, user, log } = context
  const result = await context.inLongSnapshot((tx) => recountBooks(tx, branchId, now))
  const check = await context.inTransaction(async (writing) => {
    const stored = await insertCheck(writing.tx, { branchId, now, by: user, result })
    await writeAuditLog(writing, eventOf(stored))
    return stored
  })
  if (check.finding_count > 0) log.error({ check: check.id, findings: check.finding_count }, BOOKS_DIFFER)
  return check
}

/** The last check of the books; null before the first. */
export async function readLastCheck({
  tx,
  branchId,
}: Pick<ReadContext, 'tx' | 'branchId'>): Promise<BooksCheck | null> {
  const row = await tx
    .selectFrom('book_checks')
    .selectAll()
    .where('branch_id', '=', branchId)
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<Pick<BooksCheck, 'counts' | 'findings'>>()
    .executeTakeFirst()
  if (!row) return null
  const { id, checked_at, checked_by_name, counts, finding_count, findings } = row
  return { id, checked_at: isoInManila(checked_at), checked_by: checked_by_name, counts, finding_count, findings }
}

type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Stores the nightly check, and logs it when something differs. */
export async function storeNightlyCheck(
  inTransaction: InTransaction,
  { branchId, now, result }: Omit<NewCheck, 'by'>,
  logError: (details: object, text: string) => void,
): Promise<void> {
  const check = await inTransaction(async (tx) => {
    const stored = await insertCheck(tx, { branchId, now, by: null, result })
    if (stored.finding_count > 0) await writeSystemLog(tx, now, eventOf(stored))
    return stored
  })
  if (check.finding_count > 0) logError({ check: check.id, findings: check.finding_count }, BOOKS_DIFFER)
}
