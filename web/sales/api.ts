import { queryOptions } from '@tanstack/react-query'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import type { AddOn, Service, Treatment } from '#shared/catalogue/records.ts'
import { MAX_PER_PAGE } from '#shared/lib/paging.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { salesContract, type PriceList, type Sale } from '#shared/sales/contract.ts'
import { api } from '#web/lib/api.ts'

type Page<Row> = { data: Row[]; total: number }

/** Every row of a list that answers in pages: the till shows and searches the whole catalogue at once. */
async function everyPage<Row>(read: (page: { page: number; per_page: number }) => Promise<Page<Row>>): Promise<Row[]> {
  const first = await read({ page: 1, per_page: MAX_PER_PAGE })
  const more = Math.ceil(first.total / MAX_PER_PAGE) - 1
  const rest = await Promise.all(
    Array.from({ length: Math.max(more, 0) }, (_, i) => read({ page: i + 2, per_page: MAX_PER_PAGE })),
  )
  return [first, ...rest].flatMap((page) => page.data)
}

// The till is open all day: what it shows is asked for again when someone comes back to it, and every five minutes.
const live = { staleTime: 60_000, refetchInterval: 300_000 }

export const allTreatments = queryOptions({
  queryKey: [catalogueContract.treatments.url, 'all'],
  queryFn: ({ signal }): Promise<Treatment[]> =>
    everyPage((page) => api(catalogueContract.treatments, { querystring: page }, { signal })),
  ...live,
})

export const allServices = queryOptions({
  queryKey: [catalogueContract.services.url, 'all'],
  queryFn: ({ signal }): Promise<Service[]> =>
    everyPage((page) => api(catalogueContract.services, { querystring: page }, { signal })),
  ...live,
})

export const allAddOns = queryOptions({
  queryKey: [catalogueContract.addOns.url, 'all'],
  queryFn: ({ signal }): Promise<AddOn[]> =>
    everyPage((page) => api(catalogueContract.addOns, { querystring: page }, { signal })),
  ...live,
})

export const sendCheckout = async (key: string, body: CheckoutBody): Promise<Sale> =>
  (await api(salesContract.checkout, { body }, { idempotencyKey: key })).data

export const saleOfKey = async (key: string): Promise<Sale> =>
  (await api(salesContract.byKey, { params: { key } })).data

/** Present names and prices of what stands in a restored order. */
export async function freshPrices(serviceIds: string[]): Promise<PriceList> {
  const [services, addOns] = await Promise.all([
    api(catalogueContract.servicesByIds, { body: { service_ids: serviceIds } }),
    everyPage((page) => api(catalogueContract.addOns, { querystring: page })),
  ])
  return {
    services: services.data.map(({ service_id, service_name, service_price, treatment_id }) => ({
      service_id,
      name: service_name,
      price: service_price,
      treatment_id,
    })),
    add_ons: addOns.map(({ addOn_id, addOn_name, addOn_price, treatment_id }) => ({
      addOn_id,
      addOn_name,
      addOn_price,
      treatment_id,
    })),
  }
}

/**
 * The prices of everything in the order. What joined the order while they were on their way was not asked for, and would
 * count as no longer offered: then they are asked for again. `idsNow` tells what stands in the order at that moment.
 */
export async function pricesOfAll<Prices>(
  idsNow: () => string[],
  read: (ids: string[]) => Promise<Prices>,
): Promise<Prices> {
  const asked = idsNow()
  const prices = await read(asked)
  return idsNow().every((id) => asked.includes(id)) ? prices : pricesOfAll(idsNow, read)
}
