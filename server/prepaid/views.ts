import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { CardSales, CardSeller, CountedCardSales } from '#shared/prepaid/card-sales.ts'
import { CARD_KINDS, type CardKind } from '#shared/prepaid/contract.ts'

/** How often the paper of an account of money paid ahead was printed or saved; `account` is the column with its id. */
export const printCountOf = (account: string) =>
  sql<number>`(select count(*) from prepaid_prints where prepaid_prints.account_id = ${sql.ref(account)})::int`

const cards = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('prepaid_accounts')
    .innerJoin('prepaid_entries as first', (join) =>
      join.onRef('first.account_id', '=', 'prepaid_accounts.id').on('first.position', '=', 1),
    )
    .leftJoin('prepaid_sales as sale', 'sale.account_id', 'prepaid_accounts.id')
    .select([
      'prepaid_accounts.id',
      'prepaid_accounts.kind',
      'prepaid_accounts.card_number',
      'prepaid_accounts.recipient_name',
      'prepaid_accounts.message',
      'prepaid_accounts.recipient_email',
      'prepaid_accounts.opened_at',
      'prepaid_accounts.balance_centavos',
      'prepaid_accounts.voided_at',
      'first.amount_centavos',
      'sale.number',
      'sale.buyer_name',
      'sale.method',
      printCountOf('prepaid_accounts.id').as('print_count'),
    ])
    .where('prepaid_accounts.branch_id', '=', branchId)
    // Packages and deposits have a number too, but nobody is told the number: a package pays by its sessions, and a
    // deposit pays only for its client.
    .where('prepaid_accounts.kind', 'in', CARD_KINDS)
    .$narrowType<{ kind: CardKind }>()

export type CardRow = NonNullable<Awaited<ReturnType<typeof cardById>>>

export const cardById = (tx: ReadTx, branchId: string, id: string) =>
  cards(tx, branchId).where('prepaid_accounts.id', '=', id).executeTakeFirst()

export const cardByNumber = (tx: ReadTx, branchId: string, number: string) =>
  cards(tx, branchId).where('prepaid_accounts.card_number', '=', number).executeTakeFirst()

/** The gift cards and store credits with these card numbers, with the columns that a payment needs. */
export const accountsWithNumbers = (tx: ReadTx, branchId: string, numbers: readonly string[]) =>
  tx
    .selectFrom('prepaid_accounts')
    .select(['id', 'card_number', 'balance_centavos', 'voided_at'])
    .where('branch_id', '=', branchId)
    .where('card_number', 'in', numbers)
    .where('kind', 'in', CARD_KINDS)
    .execute()

const credits = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('prepaid_accounts')
    .select(['id', 'card_number', 'client_id', 'balance_centavos', 'voided_at', 'opened_at'])
    .where('branch_id', '=', branchId)
    .where('kind', '=', 'store_credit')

/** The store credit with money left of a client, the oldest first. */
export const creditOfClient = (tx: ReadTx, branchId: string, clientId: string) =>
  credits(tx, branchId)
    .where('client_id', '=', clientId)
    .where('voided_at', 'is', null)
    .where('balance_centavos', '>', 0)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()

/** The accounts of store credit with these ids. */
export const creditAccounts = (tx: ReadTx, branchId: string, ids: readonly string[]) =>
  credits(tx, branchId).where('id', 'in', ids).execute()

/** The accounts of verified deposits, each with the number of its receipt. */
export const accountsOfDeposits = (tx: ReadTx, branchId: string, depositIds: readonly string[]) =>
  tx
    .selectFrom('deposits')
    .innerJoin('prepaid_accounts', 'prepaid_accounts.id', 'deposits.account_id')
    .innerJoin('prepaid_sales', 'prepaid_sales.account_id', 'deposits.account_id')
    .select(['deposits.id as deposit_id', 'prepaid_accounts.id', 'prepaid_accounts.client_id', 'balance_centavos'])
    .select(['prepaid_accounts.voided_at', 'prepaid_sales.number'])
    .where('deposits.branch_id', '=', branchId)
    .where('deposits.id', 'in', depositIds)
    .execute()

/** The number of a deposit among these accounts whose rest was given back or kept; undefined if there is none. */
export const settledDepositAmong = async (tx: ReadTx, accountIds: readonly string[]): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('prepaid_accounts')
      .innerJoin('prepaid_sales', 'prepaid_sales.account_id', 'prepaid_accounts.id')
      .select('prepaid_sales.number')
      .where('prepaid_accounts.id', 'in', accountIds)
      .where('prepaid_accounts.kind', '=', 'deposit')
      .where('prepaid_accounts.voided_at', 'is not', null)
      .executeTakeFirst()
  )?.number

/** The store credit that a refund opened; undefined if it gave money back. */
export const creditOfDocument = async (tx: ReadTx, branchId: string, documentId: string) =>
  cards(tx, branchId)
    .where('first.document_id', '=', documentId)
    .where('prepaid_accounts.kind', '=', 'store_credit')
    .executeTakeFirst()

/**
 * What a client paid for a prepaid account, or what the void of this account gave back. Undefined for an unknown
 * account, and if nothing was given back.
 */
export async function paidAhead(tx: ReadTx, branchId: string, accountId: string, kind: CardSales['kind']) {
  const row = await tx
    .selectFrom('prepaid_sales')
    .innerJoin('prepaid_accounts', 'prepaid_accounts.id', 'prepaid_sales.account_id')
    .leftJoin('prepaid_voids', 'prepaid_voids.account_id', 'prepaid_sales.account_id')
    .select(['prepaid_accounts.kind as account_kind', 'number', 'method', 'prepaid_sales.amount_centavos as paid'])
    .select(['prepaid_voids.amount_centavos as part', 'prepaid_voids.voided_at'])
    .where('prepaid_sales.branch_id', '=', branchId)
    .where('prepaid_sales.account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return undefined
  const { paid, part, voided_at, ...payment } = row
  // The void of a gift card gives the whole amount back and stores no amount.
  const returned = voided_at === null ? 0 : (part ?? paid)
  const amount = kind === 'sold' ? paid : returned
  return amount === 0 ? undefined : { ...payment, amount }
}

/**
 * Reads the kind and number by which a printed gift card, store credit, or receipt of a package or deposit is named.
 * Undefined for an unknown account, and for a package that an import brought in, because nothing was sold.
 */
export const paperOfAccount = (tx: ReadTx, branchId: string, accountId: string) =>
  tx
    .selectFrom('prepaid_accounts')
    .leftJoin('prepaid_sales', 'prepaid_sales.account_id', 'prepaid_accounts.id')
    .select(['kind', 'number', 'card_number', 'voided_at'])
    .where('prepaid_accounts.branch_id', '=', branchId)
    .where('prepaid_accounts.id', '=', accountId)
    .where(({ eb, or }) => or([eb('number', 'is not', null), eb('kind', '=', 'store_credit')]))
    .executeTakeFirst()

type CardSalesOfShift = CountedCardSales & { shift_id: string }

/**
 * The gift cards and packages that were sold, voided and refunded in these shifts. A void or refund belongs to the
 * shift that gave the money back, with the amount that it gave back. Those that gave nothing back are listed
 * separately.
 */
export async function cardSalesOfShifts(tx: ReadTx, shiftIds: readonly string[]): Promise<CardSalesOfShift[]> {
  const { rows } = await sql<CardSalesOfShift>`
    select shift_id, 'sold' as kind, method, count(*)::int as count, sum(amount_centavos)::bigint as amount
    from prepaid_sales where shift_id = any(${shiftIds}::uuid[]) group by shift_id, method
    union all
    select shift_id, case when returned > 0 then 'voided' else 'nothing_returned' end, method, count(*)::int,
      sum(returned)::bigint
    from (select prepaid_voids.shift_id, method,
        coalesce(prepaid_voids.amount_centavos, prepaid_sales.amount_centavos) as returned
      from prepaid_voids join prepaid_sales using (account_id)
      where prepaid_voids.shift_id = any(${shiftIds}::uuid[])) voids
    group by 1, 2, 3`.execute(tx)
  return rows
}

type SellerOfShift = CardSeller & { shift_id: string }

/** The people who sold gift cards and packages and took deposits in these shifts, each with the number of sales. */
export async function cardSellersOfShifts(tx: ReadTx, shiftIds: readonly string[]): Promise<SellerOfShift[]> {
  const { rows } = await sql<SellerOfShift>`select shift_id, max(cashier_name) as name, count(*)::int as count
    from prepaid_sales where shift_id = any(${shiftIds}::uuid[]) group by shift_id, cashier_id`.execute(tx)
  return rows
}
