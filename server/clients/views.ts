import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { clientIdsWithTag } from '#server/db/card-facts.ts'
import { matchesNameStart, matchesPersonSearch } from '#server/db/search-conditions.ts'
import { clientIdsHereToday, type BranchAndTime } from '#server/db/appointment-facts.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { receiptNumbers, refundedOfService } from '#server/db/document-facts.ts'
import { countClients, isClient } from '#server/people/find-person.ts'
import type { CLIENT_ORDERS } from '#shared/clients/contract.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { isSameName } from '#shared/people/name-search.ts'
import type { PageQuery } from '#shared/lib/paging.ts'

/** Clients with an open account. Clients whose account is closed are in no list, but their sales stay in the books. */
const openClients = (tx: ReadTx) =>
  tx
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .where('users.closed_at', 'is', null)
    .where(isClient)

const columns = [
  'clients.id',
  'users.id as user_id',
  'users.name',
  'users.first_name',
  'users.middle_name',
  'users.last_name',
  'users.suffix',
  'users.email',
  'users.contact_number',
  'clients.services_availed',
  'clients.joined_at',
  'clients.last_visit',
  'users.version',
  'users.email_is_second as is_second',
] as const

type ClientOrder = (typeof CLIENT_ORDERS)[number]

function ordered(tx: ReadTx, order: ClientOrder) {
  const clients = openClients(tx)
  if (order === 'name') return clients.orderBy('users.search_text').orderBy('users.id')
  const lately = order === 'last-visit' ? clients.orderBy('clients.last_seen', 'desc') : clients
  return lately.orderBy('clients.joined_at', 'desc').orderBy('clients.id', 'desc')
}

/**
 * Finds up to `limit` rows of one part of a list, from `offset` on. The part with `isSecond` has the records whose
 * e-mail belongs to another record.
 */
type Find<Row> = (part: { isSecond: boolean; offset: number; limit: number }) => Promise<Row[]>

/**
 * One page of a list that ends with records whose e-mail belongs to another record. Each part is read separately, so
 * that it can use its index.
 */
async function secondRecordsLast<Row>(tx: ReadTx, query: PageQuery & { tag?: string | undefined }, find: Find<Row>) {
  const { page, per_page, search, tag } = query
  const offset = (page - 1) * per_page
  const total = tag === undefined ? await countClients(tx, search) : await countWithTag(tx, search, tag)
  const rows = await find({ isSecond: false, offset, limit: per_page })
  if (rows.length === per_page) return { rows, total }
  const seconds = withTag(matching(openClients(tx), search), tag).where('users.email_is_second', '=', true)
  const { count } = await seconds.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const from = Math.max(0, offset - (total - count))
  const last = count === 0 ? [] : await find({ isSecond: true, offset: from, limit: per_page - rows.length })
  return { rows: [...rows, ...last], total }
}

const matching = (clients: ReturnType<typeof openClients>, search: string) =>
  search === '' ? clients : clients.where(matchesPersonSearch(search))

const withTag = (clients: ReturnType<typeof openClients>, tag: string | undefined) =>
  tag === undefined ? clients : clients.where(sql<boolean>`clients.id in ${clientIdsWithTag(tag)}`)

const countWithTag = async (tx: ReadTx, search: string, tag: string): Promise<number> => {
  const counted = withTag(matching(openClients(tx), search), tag).select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

export const clientPage = (tx: ReadTx, query: PageQuery & { sort: ClientOrder; tag?: string | undefined }) =>
  secondRecordsLast(tx, query, ({ isSecond, offset, limit }) =>
    withTag(matching(ordered(tx, query.sort), query.search), query.tag)
      .where('users.email_is_second', '=', isSecond)
      .select(columns)
      .limit(limit)
      .offset(offset)
      .execute(),
  )

/** A client whom a name field suggests. */
type Contact = {
  user_id: string
  client_id: string
  name: string
  contact_number: string | null
  email: string | null
  last_visit: CivilDate | null
  is_second: boolean
}

const idsOfPeopleHere = (here: BranchAndTime) =>
  sql<string>`(select person_id from clients where id in ${clientIdsHereToday(here)})`

/**
 * The people whom a name field suggests without a search text, in the order of the suggestions. Each `part` has its own
 * limit, so that PostgreSQL stops reading the index of names once it has enough rows.
 */
const firstPeople = (here: BranchAndTime, last: number) => {
  const part = (place: number, condition: RawBuilder<SqlBool>) => sql`(
    select id, search_text, true as begins, ${sql.lit(place)} as place from users
    where closed_at is null and ${isClient} and ${condition} order by search_text, id limit ${last})`
  return sql.join(
    [
      part(0, sql`not email_is_second and id in ${idsOfPeopleHere(here)}`),
      part(1, sql`not email_is_second and id not in ${idsOfPeopleHere(here)}`),
      part(2, sql`email_is_second`),
    ],
    sql` union all `,
  )
}

/** All people who match a text, as the table `found`. */
const peopleMatching = (search: string) => sql`found as materialized (
  select id, search_text, email_is_second, ${matchesNameStart(search)} as begins
  from users where closed_at is null and ${isClient} and ${matchesPersonSearch(search)})`

/** The people who match the search, in the order in which a name field suggests them. */
const foundPeople = (here: BranchAndTime) => sql`
  select id, search_text, begins,
    case when email_is_second then 2 when id in ${idsOfPeopleHere(here)} then 0 else 1 end as place
  from found`

/**
 * People whom a name field suggests: first clients with a visit today, then by name the people in whose name each typed
 * word begins a word, and last the records whose e-mail belongs to another person. Only the people of the page are
 * joined with their client records, because PostgreSQL cannot estimate how many people match a text, and would read all
 * client records.
 */
export async function contactPage(tx: ReadTx, { search, page, per_page }: PageQuery, here: BranchAndTime) {
  const last = page * per_page
  const [found, people, total] =
    search === ''
      ? [sql``, firstPeople(here, last), sql`null::bigint`]
      : [sql`${peopleMatching(search)},`, foundPeople(here), sql`(select count(*) from found)`]
  const { rows } = await sql<Contact & { total: number | null }>`
    with ${found} page as (
      select * from (${people}) people
      order by place, begins desc, search_text, id limit ${per_page} offset ${last - per_page}
    )
    select users.id as user_id, clients.id as client_id, users.name, users.contact_number, users.email,
      clients.last_visit, users.email_is_second as is_second, ${total} as total
    from page join users on users.id = page.id join clients on clients.person_id = page.id
    order by place, begins desc, page.search_text, page.id`.execute(tx)
  return {
    rows: rows.map(({ total: _, ...contact }) => contact),
    // On an empty page no row contains the total, so it is counted separately.
    total: rows[0]?.total ?? (await countClients(tx, search)),
  }
}

export const clientById = (tx: ReadTx, id: string) =>
  openClients(tx).select(columns).where('clients.id', '=', id).executeTakeFirst()

export const clientOfUser = (tx: ReadTx, userId: string) =>
  openClients(tx).select(columns).where('clients.person_id', '=', userId).executeTakeFirst()

/** Clients with exactly this name, regardless of accents and case. */
export async function clientsNamed(tx: ReadTx, name: string) {
  const found = await openClients(tx).select(['clients.id', 'users.name']).where(matchesPersonSearch(name)).execute()
  return found.filter((row) => isSameName(row.name, name))
}

/** The services in a client's history, newest first. */
export const historyOf = (tx: ReadTx, clientId: string) =>
  tx
    .selectFrom('client_services')
    .leftJoin(receiptNumbers(tx), 'receipts.id', 'client_services.sale_id')
    .select([
      'client_services.id',
      'client_services.service_id',
      'client_services.service_name',
      'client_services.treatment_name',
      'client_services.date',
      'client_services.sale_id',
      'receipts.receipt_number',
      'receipts.receipt_series',
      refundedOfService.as('refunded'),
    ])
    .where('client_services.client_id', '=', clientId)
    .orderBy('client_services.date', 'desc')
    .orderBy('client_services.id', 'desc')
    .execute()

export const addOnsOfHistory = (tx: ReadTx, clientId: string) =>
  tx
    .selectFrom('client_service_add_ons')
    .innerJoin('client_services', 'client_services.id', 'client_service_add_ons.client_service_id')
    .select([
      'client_service_add_ons.client_service_id',
      'client_service_add_ons.add_on_id',
      'client_service_add_ons.add_on_name',
      'client_service_add_ons.quantity',
    ])
    .where('client_services.client_id', '=', clientId)
    .orderBy('client_service_add_ons.add_on_name')
    .execute()
