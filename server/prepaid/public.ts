import type { ReadTx } from '#server/db/pool.ts'
import type { ReadContext } from '#server/lib/context.ts'
import type { CardSales } from '#shared/prepaid/card-sales.ts'
import { presentCard } from './present-card.ts'
import * as views from './views.ts'

export {
  bringInPackage,
  findOpenPackagesOf,
  removeListedPackage,
  requirePackages,
  type ListedPackage,
} from './packages/bring-in-package.ts'
export { openPackageById, packagesOfSessions } from './packages/views.ts'
export { paymentColumns, requireAccepted } from './card-payment.ts'
export { openAccount } from './open-account.ts'
export { insertCardSale, insertEntry, insertVoid, lockAccount, markVoid } from './queries.ts'
export { beginValidity, findFreeSessions, type FreeSession } from './packages/use-sessions.ts'

export type PayingAccount = { id: string; card_number: string; balance_centavos: number; voided_at: Date | null }

/** The accounts of gift cards and store credit with these card numbers, with the columns that a payment needs. */
export const findPayingAccounts = (
  tx: ReadTx,
  branchId: string,
  numbers: readonly string[],
): Promise<PayingAccount[]> => views.accountsWithNumbers(tx, branchId, numbers)

export { accountsOfDeposits as findDepositAccounts, type DepositAccount } from './views.ts'

/** The store credit that a refund opened; undefined if the refund paid money back. */
export async function creditOfRefund({ tx, branchId }: ReadContext, refundId: string) {
  const credit = await views.creditOfDocument(tx, branchId, refundId)
  return credit && presentCard(credit)
}

/**
 * Returns a function that returns for the id of a shift the gift cards and packages that were sold, voided and refunded
 * in it, for the readings.
 */
export async function cardSalesOfShifts(tx: ReadTx, shiftIds: readonly string[]): Promise<(id: string) => CardSales[]> {
  const ofShift = new Map<string, CardSales[]>()
  for (const { shift_id, ...sales } of await views.cardSalesOfShifts(tx, shiftIds))
    ofShift.set(shift_id, [...(ofShift.get(shift_id) ?? []), sales])
  return (id) => ofShift.get(id) ?? []
}

/** A gift card for its e-mail; undefined for an unknown one. */
export const cardForMail = views.cardById
