import type { ReadTx } from '#server/db/pool.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { cardEnding } from '#shared/prepaid/card-number.ts'
import type { CardSeller, CountedCardSales } from '#shared/prepaid/card-sales.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
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
export { recordEntry } from './record-entry.ts'
export { printCountOf, settledDepositAmong } from './views.ts'
export { insertCardSale, insertVoid, lockAccount, markVoid, moveAccountsToOwner } from './queries.ts'
export { beginValidity, findFreeSessions, type FreeSession } from './packages/use-sessions.ts'

export type PayingAccount = { id: string; card_number: string; balance_centavos: number; voided_at: Date | null }

/** The accounts of gift cards and store credit with these card numbers, with the columns that a payment needs. */
export const findPayingAccounts = (
  tx: ReadTx,
  branchId: string,
  numbers: readonly string[],
): Promise<PayingAccount[]> => views.accountsWithNumbers(tx, branchId, numbers)

/** Money that a client has paid ahead and that only this client can pay with: a deposit or store credit. */
export type OwnMoney = { kind: 'deposit' | 'store_credit'; id: string }

export type OwnAccount = Omit<PayingAccount, 'card_number'> & {
  ownMoney: OwnMoney
  client_id: string | null
  /** What the receipt shows as the reference of the payment. */
  reference: string
}

/** The accounts of deposits and store credit, with the columns that a payment needs. */
export async function findOwnAccounts(
  tx: ReadTx,
  branchId: string,
  wanted: readonly OwnMoney[],
): Promise<OwnAccount[]> {
  const idsOf = (kind: OwnMoney['kind']) => wanted.filter((one) => one.kind === kind).map(({ id }) => id)
  const [deposits, credits] = [idsOf('deposit'), idsOf('store_credit')]
  const ofDeposits = deposits.length === 0 ? [] : await views.accountsOfDeposits(tx, branchId, deposits)
  const ofCredits = credits.length === 0 ? [] : await views.creditAccounts(tx, branchId, credits)
  return [
    ...ofDeposits.map(({ deposit_id: id, number, ...account }) => ({
      ...account,
      ownMoney: { kind: 'deposit' as const, id },
      reference: prepaidMessages.depositSale(number),
    })),
    ...ofCredits.map(({ card_number, ...account }) => ({
      ...account,
      ownMoney: { kind: 'store_credit' as const, id: account.id },
      reference: cardEnding(card_number),
    })),
  ]
}

/** The store credit that a refund opened; undefined if the refund paid money back. */
export async function creditOfRefund({ tx, branchId }: ReadContext, refundId: string) {
  const credit = await views.creditOfDocument(tx, branchId, refundId)
  return credit && presentCard(credit)
}

/** Groups rows by shift. The returned function takes the id of a shift and returns its rows, without that id. */
function byShift<Row extends { shift_id: string }>(rows: readonly Row[]): (id: string) => Omit<Row, 'shift_id'>[] {
  const ofShift = new Map<string, Omit<Row, 'shift_id'>[]>()
  for (const { shift_id, ...row } of rows) ofShift.set(shift_id, [...(ofShift.get(shift_id) ?? []), row])
  return (id) => ofShift.get(id) ?? []
}

/**
 * Returns two functions for the readings, each of which takes the id of a shift: one returns the gift cards and
 * packages that were sold, voided and refunded in the shift, the other the people who sold them.
 */
export async function cardsOfShifts(
  tx: ReadTx,
  shiftIds: readonly string[],
): Promise<{ sales: (id: string) => CountedCardSales[]; sellers: (id: string) => CardSeller[] }> {
  const sales = await views.cardSalesOfShifts(tx, shiftIds)
  const sellers = await views.cardSellersOfShifts(tx, shiftIds)
  // Readings that contain this list are compared as text, so its order must not depend on the collation of the
  // database.
  const byName = sellers.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.count - b.count)
  return { sales: byShift(sales), sellers: byShift(byName) }
}

/** A gift card for its e-mail; undefined for an unknown one. */
export const cardForMail = views.cardById
