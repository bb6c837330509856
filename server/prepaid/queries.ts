import { sql, type Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { PrepaidAccounts, PrepaidPrints, PrepaidSales, PrepaidVoids } from '#server/db/schema.ts'

export const insertAccount = (tx: Tx, row: Omit<Insertable<PrepaidAccounts>, 'balance_centavos'>) =>
  tx.insertInto('prepaid_accounts').values(row).execute()

export type Entry = {
  account_id: string
  kind: 'sold' | 'brought_in' | 'void' | 'kept'
  amount_centavos: number
  entered_on: string
}

/** Adds an entry without a document. A trigger sets its position, and changes the balance of the account. */
export const insertEntry = (tx: Tx, entry: Entry) =>
  tx
    .insertInto('prepaid_entries')
    .values({ ...entry, position: 0, balance_centavos: 0 })
    .execute()

/**
 * Writes the sale of a gift card, package or deposit and returns its number, which a trigger sets; another such sale at
 * the same time waits until the commit. Violates `prepaid_sales__reference_once` when something else was paid with this
 * reference number, and `documents__open_shift` when the terminal has no open shift.
 */
export const insertCardSale = async (tx: Tx, row: Omit<Insertable<PrepaidSales>, 'shift_id' | 'number'>) =>
  (
    await tx
      .insertInto('prepaid_sales')
      .values({ ...row, number: 0 })
      .returning('number')
      .executeTakeFirstOrThrow()
  ).number

/** Locks an account, so that nobody pays with it until the commit. */
export const lockAccount = (tx: Tx, branchId: string, id: string) =>
  tx
    .selectFrom('prepaid_accounts')
    .select('id')
    .where('branch_id', '=', branchId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Moves those accounts of a client that hold a deposit of another client, or were opened by a refund to that client. */
export const moveAccountsToOwner = (tx: Tx, { from, to }: { from: string; to: string }) =>
  sql`update prepaid_accounts set client_id = ${to} where client_id = ${from} and (
      exists (select from deposits where account_id = prepaid_accounts.id and deposits.client_id = ${to})
      or exists (select from prepaid_entries join documents on documents.id = document_id
        where account_id = prepaid_accounts.id and position = 1 and documents.client_id = ${to}))`.execute(tx)

export const insertVoid = (tx: Tx, row: Omit<Insertable<PrepaidVoids>, 'shift_id'>) =>
  tx.insertInto('prepaid_voids').values(row).execute()

export const markVoid = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('prepaid_accounts').set({ voided_at: now }).where('id', '=', id).execute()

/**
 * Records a print of the paper of an account, numbered after its earlier prints; the caller must have locked the
 * account. Returns the number.
 */
export const insertPrint = async (tx: Tx, row: Omit<Insertable<PrepaidPrints>, 'reprint'>): Promise<number> =>
  (
    await tx
      .insertInto('prepaid_prints')
      .values({
        ...row,
        reprint: sql<number>`(select count(*) from prepaid_prints where account_id = ${row.account_id})`,
      })
      .returning('reprint')
      .executeTakeFirstOrThrow()
  ).reprint
