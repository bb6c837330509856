import type { ReadTx } from '#server/db/pool.ts'
import { differingAccounts, missingNumbers, type DifferingAccount } from './books-views.ts'

/** A difference in the money paid ahead of a branch. */
export type PrepaidFinding = DifferingAccount | { kind: 'missing'; first: number; last: number }

/**
 * Computes the accounts of money paid ahead again from their entries, and finds numbers that no sale has. Returns the
 * number of all differences and the first ones of each kind.
 */
export async function recountAccounts(
  tx: ReadTx,
  branchId: string,
): Promise<{ findingCount: number; findings: PrepaidFinding[] }> {
  const missing = await missingNumbers(tx, branchId)
  const accounts = await differingAccounts(tx, branchId)
  return {
    findingCount: missing.all + accounts.all,
    findings: [...missing.rows.map((numbers) => ({ kind: 'missing' as const, ...numbers })), ...accounts.rows],
  }
}
