import { findsPerson } from '#server/db/finds-person.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { receiptNumbers, refundedOfService } from '#server/db/receipts.ts'
import { countClients, isClient } from '#server/people/find-person.ts'
import type { CLIENT_ORDERS } from '#shared/clients/contract.ts'
import { searchable } from '#shared/lib/names.ts'
import type { PageQuery } from '#shared/lib/paging.ts'

/** People on file whose account is open; a deactivated one leaves the lists and stays in the books. */
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
] as const

type ClientOrder = (typeof CLIENT_ORDERS)[number]

function ordered(tx: ReadTx, order: ClientOrder) {
  const clients = openClients(tx)
  if (order === 'name') return clients.orderBy('users.search_text').orderBy('users.id')
  const lately = order === 'last-visit' ? clients.orderBy('clients.last_seen', 'desc') : clients
  return lately.orderBy('clients.joined_at', 'desc').orderBy('clients.id', 'desc')
}

export async function clientPage(tx: ReadTx, query: PageQuery & { sort: ClientOrder }) {
  const all = ordered(tx, query.sort)
  const found = query.search === '' ? all : all.where(findsPerson(query.search))
  const rows = await found
    .select(columns)
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page)
    .execute()
  return { rows, total: await countClients(tx, query.search) }
}

export async function contactPage(tx: ReadTx, query: PageQuery) {
  const found = query.search === '' ? openClients(tx) : openClients(tx).where(findsPerson(query.search))
  const rows = await found
    .select([
      'users.id as user_id',
      'clients.id as client_id',
      'users.name',
      'users.contact_number',
      'users.email',
      'clients.last_visit',
    ])
    .orderBy('users.search_text')
    .orderBy('users.id')
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page)
    .execute()
  return { rows, total: await countClients(tx, query.search) }
}

export const clientById = (tx: ReadTx, id: string) =>
  openClients(tx).select(columns).where('clients.id', '=', id).executeTakeFirst()

export const clientOfUser = (tx: ReadTx, userId: string) =>
  openClients(tx).select(columns).where('clients.person_id', '=', userId).executeTakeFirst()

/** Those whose whole name it is, without accents, case and doubled spaces. */
export async function clientsNamed(tx: ReadTx, name: string) {
  const found = await openClients(tx).select(['clients.id', 'users.name']).where(findsPerson(name)).execute()
  return found.filter((row) => searchable(row.name) === searchable(name))
}

/** What a client has had done, newest first. */
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
