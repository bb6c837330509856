import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { containsWords } from '#server/db/search-conditions.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { PageQuery } from '#shared/lib/paging.ts'
import { CARD_ENDING_LENGTH } from '#shared/prepaid/card-number.ts'
import type { CARD_ENTRY_KINDS, CardState } from '#shared/prepaid/card-list-contract.ts'
import { CARD_KINDS, type CardKind } from '#shared/prepaid/contract.ts'

type Filter = {
  branchId: string
  kind?: CardKind | undefined
  state?: CardState | undefined
  search: string
}

const state = sql<CardState>`case when prepaid_accounts.voided_at is not null then 'void'
  when prepaid_accounts.balance_centavos = first.amount_centavos then 'unused'
  when prepaid_accounts.balance_centavos = 0 then 'used_up'
  else 'partly_used' end`

const holder = sql<string | null>`coalesce(sale.buyer_name, users.name)`

/** The names on a card as the function `searchable` normalizes them. */
const names = sql<string>`regexp_replace(lower(normalize(
  concat_ws(' ', sale.buyer_name, users.name, prepaid_accounts.recipient_name), NFD)), '[\\u0300-\\u036F]', '', 'g')`

/** True if the search has the words of a name, or is the last four letters of the card number. */
function matches(search: string) {
  const letters = search.toUpperCase().replace(/[…\s-]/g, '')
  const isEnding = letters.length === CARD_ENDING_LENGTH
  const ending = sql<boolean>`right(prepaid_accounts.card_number, ${sql.lit(CARD_ENDING_LENGTH)}) = ${letters}`
  return isEnding ? sql<boolean>`(${containsWords(names, search)} or ${ending})` : containsWords(names, search)
}

const filtered = (tx: ReadTx, { branchId, kind, state: wanted, search }: Filter) =>
  tx
    .selectFrom('prepaid_accounts')
    .innerJoin('prepaid_entries as first', (join) =>
      join.onRef('first.account_id', '=', 'prepaid_accounts.id').on('first.position', '=', 1),
    )
    .leftJoin('prepaid_sales as sale', 'sale.account_id', 'prepaid_accounts.id')
    .leftJoin('clients', 'clients.id', 'prepaid_accounts.client_id')
    .leftJoin('users', 'users.id', 'clients.person_id')
    .where('prepaid_accounts.branch_id', '=', branchId)
    .where('prepaid_accounts.kind', 'in', CARD_KINDS)
    .$if(kind !== undefined, (cards) => cards.where('prepaid_accounts.kind', '=', kind!))
    .$if(wanted !== undefined, (cards) => cards.where(state, '=', wanted!))
    .$if(search !== '', (cards) => cards.where(matches(search)))

/** A page of the gift cards and store credits that match the filter, the newest first. */
export const cardsPage = (tx: ReadTx, filter: Filter, { page, per_page }: Pick<PageQuery, 'page' | 'per_page'>) =>
  filtered(tx, filter)
    .select([
      'prepaid_accounts.id',
      'prepaid_accounts.kind',
      'prepaid_accounts.card_number',
      'prepaid_accounts.recipient_name',
      'prepaid_accounts.opened_at',
      'prepaid_accounts.balance_centavos',
      'first.amount_centavos',
      'sale.method',
    ])
    .select([state.as('state'), holder.as('holder_name')])
    .$narrowType<{ kind: CardKind }>()
    .orderBy('prepaid_accounts.opened_at', 'desc')
    .orderBy('prepaid_accounts.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
export type ListedCardRow = Awaited<ReturnType<typeof cardsPage>>[number]

/** The number of cards that match the filter, with the sums of their amounts and balances. */
export const sumsOfCards = (tx: ReadTx, filter: Filter) =>
  filtered(tx, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select([
      sql<number>`coalesce(sum(first.amount_centavos), 0)::bigint`.as('amount'),
      sql<number>`coalesce(sum(prepaid_accounts.balance_centavos), 0)::bigint`.as('balance'),
    ])
    .executeTakeFirstOrThrow()

/** Each change of the balance of a gift card or store credit, the oldest first. */
export const entriesOfCard = (tx: ReadTx, accountId: string) =>
  tx
    .selectFrom('prepaid_entries')
    .leftJoin('documents', 'documents.id', 'prepaid_entries.document_id')
    .select([
      'prepaid_entries.kind',
      'prepaid_entries.amount_centavos',
      'prepaid_entries.balance_centavos',
      'documents.id as document_id',
      'documents.number',
      'documents.mode',
      'documents.kind as document_kind',
      'documents.registration',
    ])
    .select(sql<CivilDate>`coalesce(entered_on, documents.business_date)`.as('date'))
    .$narrowType<{ kind: (typeof CARD_ENTRY_KINDS)[number] }>()
    .where('prepaid_entries.account_id', '=', accountId)
    .orderBy('prepaid_entries.position')
    .execute()
export type CardEntryRow = Awaited<ReturnType<typeof entriesOfCard>>[number]
