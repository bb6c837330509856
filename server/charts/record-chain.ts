import { createHash } from 'node:crypto'
import type { ReadTx } from '#server/db/pool.ts'
import type { ChainedRecords, RecordFinding } from '#shared/charts/contract.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import * as views from './views.ts'

/** The number and hash of the last entry of a chain of signed records, stored as JSON. */
export type ChainHead = { number: number; hash: string }

/** A chain of signed records, as read from the database. */
type RecordChain = {
  /** The hashes of the records that were signed and not deleted with their chart, by their ids. */
  signed: Map<string, string>
  isBroken: boolean
  head: ChainHead
}

/** The hash of an entry of the chain, computed as the database's function `extend_record_chain` does. */
function hashOfEntry({ branch_id, records, number, step, record_id, record_hash, previous_hash }: views.ChainEntry) {
  const text = [branch_id, records, number, step, record_id, record_hash.toString('hex')].join('|')
  return createHash('sha256').update(previous_hash).update(text).digest()
}

type Wanted = {
  branchId: string
  records: ChainedRecords
  /** The last entry of the chain at the previous check; undefined at the first check. */
  earlier: ChainHead | undefined
}

/**
 * Reads a branch's chain of signed records. The chain is broken if an entry was changed or removed, or if the last
 * entry of the previous check is missing.
 */
async function readChain(tx: ReadTx, { branchId, records, earlier }: Wanted): Promise<RecordChain> {
  const chain: RecordChain = { signed: new Map(), isBroken: false, head: { number: 0, hash: '' } }
  let isEarlierFound = earlier === undefined || earlier.number === 0
  for await (const batch of views.chainInBatches(tx, branchId, records))
    for (const entry of batch) {
      const isNext = entry.number === chain.head.number + 1 && entry.previous_hash.toString('hex') === chain.head.hash
      if (!isNext || !hashOfEntry(entry).equals(entry.hash)) chain.isBroken = true
      chain.head = { number: entry.number, hash: entry.hash.toString('hex') }
      if (entry.number === earlier?.number) isEarlierFound = chain.head.hash === earlier.hash
      if (entry.step === 'signed') chain.signed.set(entry.record_id, entry.record_hash.toString('hex'))
      else chain.signed.delete(entry.record_id)
    }
  const stored = await views.chainHead(tx, branchId, records)
  const isHeadRight =
    (stored?.number ?? 0) === chain.head.number && (stored?.hash.toString('hex') ?? '') === chain.head.hash
  chain.isBroken ||= !isEarlierFound || !isHeadRight
  return chain
}

/** A signed record with its hash, and whether its content still has this hash. */
export type CheckedRecord = {
  id: string
  hash: string
  isUnaltered: boolean
  client_id: string
  title: string
  signed_on: CivilDate
}

/** A finding as it is stored: without the client's name, which may change. */
export type StoredFinding = Pick<RecordFinding, 'records' | 'problem'> & {
  id: string | null
  record: Omit<NonNullable<RecordFinding['record']>, 'client_name'> | null
}

type Compared = { count: number; findings: StoredFinding[]; head: ChainHead }

/** Compares the signed records of a branch with their chain: finds what was altered, added or deleted. */
export async function compareWithChain(
  tx: ReadTx,
  wanted: Wanted,
  batches: AsyncIterable<readonly CheckedRecord[]>,
): Promise<Compared> {
  const { records } = wanted
  const { signed, isBroken, head } = await readChain(tx, wanted)
  const findings: StoredFinding[] = isBroken ? [{ records, problem: 'broken', id: null, record: null }] : []
  let count = 0
  for await (const batch of batches) {
    count += batch.length
    for (const { id, hash, isUnaltered, ...record } of batch) {
      const chained = signed.get(id)
      signed.delete(id)
      const problem = chained === undefined ? 'unlisted' : !isUnaltered || chained !== hash ? 'altered' : null
      if (problem !== null) findings.push({ records, problem, id, record })
    }
  }
  for (const id of signed.keys()) findings.push({ records, problem: 'deleted', id, record: null })
  return { count, findings, head }
}
