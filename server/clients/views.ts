import { sql } from 'kysely'
import { clientIdsWithTag } from '#server/db/card-facts.ts'
import { matchesNameStart, matchesPersonSearch } from '#server/db/search-conditions.ts'
import { clientIdsHereToday, type BranchAndTime } from '#server/db/appointment-facts.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { receiptNumbers, refundedOfService } from '#server/db/document-facts.ts'
import { countClients, isClient } from '#server/people/find-person.ts'
import type { CLIENT_ORDERS } from '#shared/clients/contract.ts'
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

/** Finds up to `limit` rows of one part of a list, starting at `offset`. */
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

/**
 * The parts of the suggestions, in order: clients with a visit today, other clients, records whose e-mail belongs to
 * another.
 */
const PARTS = ['here', 'others', 'second'] as const

/** Clients of one part of the suggestions whose name, e-mail or number matches the search. */
const contacts = (tx: ReadTx, search: string, here: BranchAndTime, part: (typeof PARTS)[number]) => {
  const ids = clientIdsHereToday(here)
  return matching(openClients(tx), search)
    .select([
      'users.id as user_id',
      'clients.id as client_id',
      'users.name',
      'users.contact_number',
      'users.email',
      'clients.last_visit',
      'users.search_text',
      'users.email_is_second as is_second',
      sql.lit(PARTS.indexOf(part)).as('place'),
      matchesNameStart(search).as('begins'),
    ])
    .where('users.email_is_second', '=', part === 'second')
    .$if(part === 'here', (all) => all.where(sql<boolean>`clients.id in ${ids}`))
    .$if(part === 'others', (all) => all.where(sql<boolean>`clients.id not in ${ids}`))
}

/**
 * People whom a name field suggests: first clients with a visit today, then by name those in whom each typed word
 * begins a word; last, records whose e-mail belongs to another. Read in parts, so that the large part without a visit
 * can use the index of names.
 */
export async function contactPage(tx: ReadTx, { search, page, per_page }: PageQuery, here: BranchAndTime) {
  const part = (one: (typeof PARTS)[number]) =>
    tx
      .selectFrom(
        contacts(tx, search, here, one)
          .orderBy('begins', 'desc')
          .orderBy('users.search_text')
          .orderBy('users.id')
          .limit(page * per_page)
          .as('part'),
      )
      .selectAll()
  const rows = await tx
    .selectFrom(part('here').unionAll(part('others')).unionAll(part('second')).as('found'))
    .select(['user_id', 'client_id', 'name', 'contact_number', 'email', 'last_visit', 'is_second'])
    .orderBy('place')
    .orderBy('begins', 'desc')
    .orderBy('search_text')
    .orderBy('user_id')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { rows, total: await countClients(tx, search) }
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

/** A client's services, newest first. */
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
