import type { ReadTx, Tx } from '#server/db/pool.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import type { ReadContext } from '#server/lib/context.ts'
import type { ChainedRecords, RecordCheck } from '#shared/charts/contract.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import type { ChainHead, StoredFinding } from './record-chain.ts'
import * as views from './views.ts'

export type RecordCheckResult = {
  forms: number
  notes: number
  findings: StoredFinding[]
  heads: Record<ChainedRecords, ChainHead>
}

async function lastCheck(tx: ReadTx, branchId: string) {
  const row = await views.lastRecordCheck(tx, branchId)
  // The types of the two JSON columns are certain, because only `storeRecordCheck` writes them.
  return row && { ...row, ...(row as unknown as Pick<RecordCheckResult, 'findings' | 'heads'>) }
}

/** The last entries of the chains at the last check; undefined before the first. */
export const earlierHeads = async (tx: ReadTx, branchId: string): Promise<RecordCheckResult['heads'] | undefined> =>
  (await lastCheck(tx, branchId))?.heads

/**
 * Stores the result of a check of signed records in place of the previous result. Records that do not match get an
 * entry in the history log, but not again while the same records do not match.
 */
export async function storeRecordCheck(tx: Tx, branchId: string, now: Date, result: RecordCheckResult): Promise<void> {
  const before = await lastCheck(tx, branchId)
  const idsOf = (findings: readonly StoredFinding[]) =>
    findings.map(({ records, problem, id }) => `${records} ${problem} ${id}`).toSorted()
  const isKnown = String(idsOf(result.findings)) === String(idsOf(before?.findings ?? []))
  // If a chain is broken, keep the last entry of the previous check, so that later checks still report the chain as
  // broken.
  const isBroken = (records: ChainedRecords) =>
    result.findings.some((finding) => finding.records === records && finding.problem === 'broken')
  const headOf = (records: ChainedRecords) =>
    (isBroken(records) ? before?.heads[records] : undefined) ?? result.heads[records]
  await queries.saveRecordCheck(tx, {
    branch_id: branchId,
    checked_at: now,
    forms: result.forms,
    notes: result.notes,
    findings: JSON.stringify(result.findings),
    heads: JSON.stringify({ forms: headOf('forms'), notes: headOf('notes') }),
  })
  const { length } = result.findings
  if (length > 0 && !isKnown)
    await writeSystemLog(tx, now, { type: 'charts.records.differ', subjectId: null, parameters: { records: length } })
}

/** The last check of the signed records, with the names that the clients have now; null before the first. */
export async function readRecordCheck({ tx, branchId }: ReadContext): Promise<RecordCheck | null> {
  const check = await lastCheck(tx, branchId)
  if (!check) return null
  const ids = check.findings.flatMap(({ record }) => record?.client_id ?? [])
  const names = new Map((await views.namesOfClients(tx, ids)).map(({ id, name }) => [id, name]))
  return {
    checked_at: isoInManila(check.checked_at),
    forms: check.forms,
    notes: check.notes,
    findings: check.findings.map(({ records, problem, record }) => ({
      records,
      problem,
      record: record && { ...record, client_name: names.get(record.client_id) ?? '' },
    })),
  }
}
