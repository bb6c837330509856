import { sql } from 'kysely'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { cardEnding } from '#shared/prepaid/card-number.ts'
import type { PrepaidKind } from '#shared/prepaid/contract.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { rowsOf, type ReadRows, type ReportRange, type ReportReader, type ReportRow } from './report-views.ts'

type OwedRow = {
  date: CivilDate
  card_number: string
  prepaid_kind: PrepaidKind
  package_name: string | null
  /** The number of the sale; null for store credit and imported packages. */
  number: number | null
  client: string
  owed_before: Centavos
  paid_in: Centavos
  brought_in: Centavos
  credited: Centavos
  used: Centavos
  voided: Centavos
  kept: Centavos
  owed: Centavos
}

/**
 * An entry of a prepaid account belongs to the date of its document; an entry without a document has a date of its own.
 */
const datedEntries = sql`select account_id, prepaid_entries.kind, amount_centavos as amount,
      coalesce(entered_on, documents.business_date) as day
    from prepaid_entries left join documents on documents.id = document_id`

/**
 * For each prepaid account: what the clinic owed before the range, what changed in the range, and what it owes at its
 * end.
 */
const accountSums = ({ from, to }: ReportRange) => sql`with entries as (${datedEntries})
    select account_id, max(day) as last_day,
      coalesce(sum(amount) filter (where day < ${from}), 0) as owed_before,
      coalesce(sum(amount) filter (where day >= ${from} and kind = 'sold'), 0) as paid_in,
      coalesce(sum(amount) filter (where day >= ${from} and kind = 'brought_in'), 0) as brought_in,
      coalesce(sum(amount) filter (where day >= ${from} and kind = 'given_back'), 0) as credited,
      -coalesce(sum(amount) filter (where day >= ${from} and kind = 'paid'), 0) as used,
      -coalesce(sum(amount) filter (where day >= ${from} and kind = 'void'), 0) as voided,
      -coalesce(sum(amount) filter (where day >= ${from} and kind = 'kept'), 0) as kept,
      sum(amount) as owed
    from entries where day <= ${to} group by account_id`

/** True for a prepaid account that had a balance before the range, or that changed in it. */
const isListed = ({ branchId, from }: ReportRange) =>
  sql`prepaid_accounts.branch_id = ${branchId} and (owed_before <> 0 or last_day >= ${from})`

/**
 * For a package or deposit the client who has it now, who need not be the buyer; for a gift card the buyer or
 * recipient.
 */
const holder = sql`coalesce(case when prepaid_accounts.kind in ('package', 'deposit') then users.name end, sale.buyer_name,
      recipient_name, users.name, '')`

/** Each gift card, package, deposit and store credit with its sums. */
const owedRows = (range: ReportRange) => sql<OwedRow>`with sums as (${accountSums(range)})
    select (opened_at at time zone 'Asia/Manila')::date as date, card_number, prepaid_accounts.kind as prepaid_kind,
      sold_packages.name as package_name, sale.number::int as number,
      ${holder} as client, owed_before::bigint, paid_in::bigint,
      brought_in::bigint, credited::bigint, used::bigint, voided::bigint, kept::bigint, owed::bigint
    from sums join prepaid_accounts on prepaid_accounts.id = account_id
      left join prepaid_sales sale on sale.account_id = sums.account_id
      left join sold_packages on sold_packages.account_id = sums.account_id
      left join clients on clients.id = prepaid_accounts.client_id
      left join users on users.id = clients.person_id
    where ${isListed(range)}
    order by opened_at, prepaid_accounts.id`

/**
 * The sums of each client's gift cards, packages, deposits and store credits. Buyers without a client record are
 * distinguished by their name.
 */
const owedByClient = (range: ReportRange) => sql<ReportRow>`with sums as (${accountSums(range)}), held as (
      select sums.*, prepaid_accounts.client_id,
        coalesce(users.name, sale.buyer_name, recipient_name, '') as client
      from sums join prepaid_accounts on prepaid_accounts.id = account_id
        left join prepaid_sales sale on sale.account_id = sums.account_id
        left join clients on clients.id = prepaid_accounts.client_id
        left join users on users.id = clients.person_id
      where ${isListed(range)})
    select client, count(*)::int as cards, sum(owed_before)::bigint as owed_before, sum(paid_in)::bigint as paid_in,
      sum(brought_in)::bigint as brought_in, sum(credited)::bigint as credited, sum(used)::bigint as used,
      sum(voided)::bigint as voided, sum(kept)::bigint as kept, sum(owed)::bigint as owed
    from held group by client_id, client order by sum(owed) desc, client, client_id`

/** The name of a package, the number of a deposit, or the last letters of a gift card. */
const nameOf = (
  kind: PrepaidKind,
  { package_name, number, card_number }: Pick<OwedRow, 'package_name' | 'number' | 'card_number'>,
): string =>
  kind === 'deposit' && number !== null
    ? prepaidMessages.depositSale(number)
    : (package_name ?? cardEnding(card_number))

const moneyPaidAhead: ReadRows = async (tx, range) =>
  (await rowsOf(tx, owedRows(range))).map(({ card_number, prepaid_kind, package_name, number, ...row }) => ({
    ...row,
    card: nameOf(prepaid_kind, { package_name, number, card_number }),
    kind: prepaidMessages.kinds[prepaid_kind],
  }))

export const prepaidReports = {
  'money-paid-ahead': moneyPaidAhead,
  'money-paid-ahead-by-client': (tx, range) => rowsOf(tx, owedByClient(range)),
} satisfies Partial<Record<ReportName, ReportReader>>
