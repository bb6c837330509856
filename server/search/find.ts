import { documentName } from '#shared/clinic/document-name.ts'
import type { ReadContext, Principal } from '#server/lib/context.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import { markSecond } from '#server/people/rows.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { MOST_FOUND, type searchContract } from '#shared/search/contract.ts'
import { dayInSearch } from '#shared/search/day-in-search.ts'
import * as views from './views.ts'

type SearchResults = Answer<typeof searchContract.find>['data']

/** Searches everything that the caller may read. A date in the search filters visits and is not searched as words. */
export async function searchAll(
  { tx, user, branchId, now }: ReadContext<Principal>,
  search: string,
): Promise<SearchResults> {
  const { permissions } = user
  const { day, words } = dayInSearch(search, manilaDate(now))
  const { clients, visits, receipts, services } = await views.findRows(
    tx,
    {
      clients: permissions.has('clients.read'),
      visits: permissions.has('appointments.manage'),
      receipts: permissions.has('sales.read'),
      services: permissions.has('catalogue.read'),
    },
    { branchId, now, day, words, text: search, limit: MOST_FOUND },
  )
  return {
    clients: clients.map(markSecond),
    visits: visits.map((visit) => ({ ...visit, service_name: servicesOf(visit) })),
    receipts: receipts.map(({ total_centavos, receipt_series, ...receipt }) => ({
      ...receipt,
      document_name: documentName(receipt.receipt_number, receipt_series),
      total: toPesos(total_centavos),
    })),
    services: services.map(({ price_centavos, ...service }) => ({ ...service, price: toPesos(price_centavos) })),
  }
}
