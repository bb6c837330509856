import { useMemo } from 'react'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { hasInvoice } from '#shared/clinic/documents.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { forSaleContract } from '#shared/inventory/for-sale-contract.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import type { PriceList } from '#shared/sales/line.ts'
import { isMoney, USUAL_METHODS, type MoneyMethod, type PaymentMethod } from '#shared/sales/payment.ts'
import { paymentSettingsContract, type PaymentSettings } from '#shared/sales/till-contract.ts'
import { useRead } from '#web/data/use-read.ts'
import { everyRow, useEveryRow } from '#web/data/use-list.ts'
import { api } from '#web/lib/api.ts'

// The till stays open all day, so its data is reloaded every five minutes, and when somebody returns to the till.
const allDay = { staleMs: 60_000, everyMs: 300_000 }

type Failed = { failed?: string }

/** All treatments, including those without services, because the till shows and searches the whole catalogue. */
export const useTreatments = ({ failed }: Failed) => useEveryRow(catalogueContract.treatments, { ...allDay, failed })
export const useServices = ({ failed }: Failed) => useEveryRow(catalogueContract.services, { ...allDay, failed })
export const useAddOns = ({ failed }: Failed) => useEveryRow(catalogueContract.addOns, { ...allDay, failed })

/** The products that the clinic sells. */
export const useProductsForSale = ({ failed }: Failed) => useRead(forSaleContract.products, {}, { ...allDay, failed })

/** The best-selling services, loaded once an hour. */
export const useMostSold = ({ failed }: Failed) => useRead(salesContract.mostSold, {}, { staleMs: 3_600_000, failed })

/** The payment settings; undefined until loaded. */
export const usePaymentSettings = (): PaymentSettings | undefined =>
  useRead(paymentSettingsContract.read, {}, allDay).data?.data

/**
 * The accepted methods of paying money, in the order in which the till shows them; the default methods until loaded.
 */
export function useAcceptedMethods(): readonly MoneyMethod[] {
  const methods = usePaymentSettings()?.methods
  return useMemo(() => methods?.filter(isMoney) ?? USUAL_METHODS, [methods])
}

/** True if the clinic takes money paid ahead, such as gift cards and packages; false until loaded. */
export const useTakesPrepaid = (): boolean => useAcceptedMethods().includes('prepaid')

/** The methods of a part of a split payment; on an invoice it may also be tax that the buyer withholds. */
export function usePartMethods(): readonly PaymentMethod[] {
  const money = useAcceptedMethods()
  const all = usePaymentSettings()?.methods ?? money
  const { data } = useRead(documentsContract.mode, {}, { staleMs: 60_000 })
  return data && hasInvoice(data.data.mode) ? all : money
}

export const sendCheckout = async (key: string, body: CheckoutBody): Promise<Sale> =>
  (await api(salesContract.checkout, { body }, { idempotencyKey: key })).data

export const saleOfKey = async (key: string): Promise<Sale> =>
  (await api(salesContract.byKey, { params: { key } })).data

/** Current names and prices of the items in a restored order, which may have products. */
export async function readCurrentPrices(serviceIds: string[], hasProducts: boolean): Promise<PriceList> {
  const [services, addOns, products] = await Promise.all([
    api(catalogueContract.servicesByIds, { body: { service_ids: serviceIds } }),
    everyRow(catalogueContract.addOns).queryFn({ signal: new AbortController().signal }),
    hasProducts ? api(forSaleContract.products, {}) : { data: [] },
  ])
  const offered = services.data.map(({ service_id, service_name, service_price, treatment_id, ...tax }) => ({
    service_id,
    name: service_name,
    price: service_price,
    treatment_id,
    tax_class: tax.tax_class,
    senior_pwd_eligible: tax.senior_pwd_eligible,
  }))
  const sold = products.data.map(({ id, name, price, category_id, tax_class, senior_pwd_eligible }) => ({
    kind: 'product' as const,
    service_id: id,
    name,
    price,
    treatment_id: category_id,
    tax_class,
    senior_pwd_eligible,
  }))
  return {
    services: [...offered, ...sold],
    add_ons: addOns.map(({ addOn_id, addOn_name, addOn_price, treatment_id }) => ({
      addOn_id,
      addOn_name,
      addOn_price,
      treatment_id,
    })),
  }
}

/**
 * Reads the prices of everything in the order. If items are added while the prices load, reads all prices again,
 * because without a price the added items would be treated as no longer offered. `idsNow` returns the ids of the
 * current items.
 */
export async function readAllPrices<Prices>(
  idsNow: () => string[],
  read: (ids: string[]) => Promise<Prices>,
): Promise<Prices> {
  const requestedIds = idsNow()
  const prices = await read(requestedIds)
  return idsNow().every((id) => requestedIds.includes(id)) ? prices : readAllPrices(idsNow, read)
}
