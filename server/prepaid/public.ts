import type { ReadTx } from '#server/db/pool.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { presentCard } from './present-card.ts'
import * as views from './views.ts'

export type PayingAccount = { id: string; card_number: string; balance_centavos: number; voided_at: Date | null }

/** The accounts with these card numbers, as payments need them. */
export const findPayingAccounts = (
  tx: ReadTx,
  branchId: string,
  numbers: readonly string[],
): Promise<PayingAccount[]> => views.accountsWithNumbers(tx, branchId, numbers)

/** The store credit that a refund opened; undefined if the refund paid money back. */
export async function creditOfRefund({ tx, branchId }: ReadContext, refundId: string) {
  const credit = await views.creditOfDocument(tx, branchId, refundId)
  return credit && presentCard(credit)
}
