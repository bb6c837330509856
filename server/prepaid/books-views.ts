import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { PrepaidKind } from '#shared/prepaid/contract.ts'

/** The maximum number of rows that the check of the books lists for each kind of difference. */
const MAX_ROWS = 50

/** `number` is that of the account's sale; null for store credit and for packages that an import brought in. */
export type DifferingAccount = {
  kind: 'balance' | 'paid' | 'returned' | 'too-much'
  account: PrepaidKind
  number: number | null
  card_number: string
}

/**
 * The accounts whose balance is not the sum of their entries (`balance`), whose price at the sale is not the amount
 * that was added to them (`paid`), whose void paid back another amount than was removed from them (`returned`), or
 * whose void paid back more than was paid (`too-much`).
 */
const differingStatement = (branchId: string) => sql<DifferingAccount & { all: number }>`with compared as (
    select prepaid_accounts.kind as account, card_number, sale.number::int as number, sale.amount_centavos as paid,
      prepaid_accounts.balance_centavos as balance, coalesce(entries.total, 0) as total,
      coalesce(entries.sold, 0) as sold, coalesce(entries.returned, 0) as taken_off, opened_at, prepaid_accounts.id,
      case when void.account_id is null then 0 else coalesce(void.amount_centavos, sale.amount_centavos) end as returned
    from prepaid_accounts left join prepaid_sales sale on sale.account_id = prepaid_accounts.id
      left join prepaid_voids void on void.account_id = prepaid_accounts.id
      left join (select account_id, sum(amount_centavos) as total,
          sum(amount_centavos) filter (where kind = 'sold') as sold,
          -sum(amount_centavos) filter (where kind = 'void') as returned
        from prepaid_entries group by account_id) entries on entries.account_id = prepaid_accounts.id
    where prepaid_accounts.branch_id = ${branchId}
  )
  select finding as kind, account, number, card_number, (count(*) over ())::int as "all"
  from compared cross join lateral unnest(array_remove(array[
    case when balance <> total then 'balance' end,
    case when paid <> sold then 'paid' end,
    case when paid is not null and returned <> taken_off then 'returned' end,
    case when returned > paid then 'too-much' end], null)) finding
  order by opened_at, id, finding limit ${MAX_ROWS}`

/** The numbers up to the last issued one that no sale of prepaid money has, as ranges. */
const missingStatement = (branchId: string) => sql<{ first: number; last: number; all: number }>`select
    (before + 1)::int as first, (number - 1)::int as last, (count(*) over ())::int as "all"
  from (select number, lag(number, 1, 0::bigint) over (order by number) as before
    from (select number from prepaid_sales where branch_id = ${branchId}
      union all select last_number + 1 from prepaid_counters where branch_id = ${branchId} and last_number >=
        (select coalesce(max(number), 0) from prepaid_sales where branch_id = ${branchId})) numbered) steps
  where number > before + 1 order by 1 limit ${MAX_ROWS}`

type Differences<Row> = { all: number; rows: Row[] }

const withCount = <Row extends { all: number }>(rows: readonly Row[]): Differences<Omit<Row, 'all'>> => ({
  all: rows[0]?.all ?? 0,
  rows: rows.map(({ all: _, ...row }) => row),
})

export const differingAccounts = async (tx: ReadTx, branchId: string): Promise<Differences<DifferingAccount>> =>
  withCount((await differingStatement(branchId).execute(tx)).rows)

export const missingNumbers = async (
  tx: ReadTx,
  branchId: string,
): Promise<Differences<{ first: number; last: number }>> =>
  withCount((await missingStatement(branchId).execute(tx)).rows)
