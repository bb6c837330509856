import type { Service } from '#shared/catalogue/records.ts'
import { barcodeKey, isBarcode } from '#shared/inventory/barcode.ts'
import type { ProductForSale } from '#shared/inventory/for-sale-contract.ts'
import { searchable } from '#shared/lib/names.ts'

/** The shelf of a tab: favourites, best sellers, all, or a treatment's id. */
export type ShelfName = string

export const ALL = ''
export const FAVOURITES = 'favourites'
export const MOST_SOLD = 'most-sold'
export const PRODUCTS = 'products'

type SoldService = Pick<
  Service,
  'id' | 'service_id' | 'service_name' | 'service_pic' | 'service_price' | 'treatment_id' | 'treatment_name'
> &
  Pick<Service, 'tax_class' | 'senior_pwd_eligible'>

/** A service or product that the till sells. The treatment of a product is its category. */
export type TillItem = SoldService & {
  kind?: 'product'
  barcode?: string | null
  /** The pieces of a product in stock. */
  stock?: number
}

export const itemOfProduct = ({ id, name, price, ...product }: ProductForSale): TillItem => ({
  kind: 'product',
  id,
  service_id: id,
  service_name: name,
  service_pic: null,
  service_price: price,
  treatment_id: product.category_id,
  treatment_name: product.category_name,
  tax_class: product.tax_class,
  senior_pwd_eligible: product.senior_pwd_eligible,
  barcode: product.barcode,
  stock: product.quantity,
})

/** The product or service of the till with this barcode. */
export const itemWithBarcode = (items: readonly TillItem[], barcode: string): TillItem | undefined =>
  items.find((item) => item.barcode && barcodeKey(item.barcode) === barcodeKey(barcode))

/** The ids of the services on the shelves for favourites and best sellers, in order. */
type ChosenServices = { favourites: readonly string[]; mostSold: readonly string[] }

const named = <Item extends TillItem>(ids: readonly string[], services: readonly Item[]): Item[] => {
  const byId = new Map(services.map((service) => [service.service_id, service]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function onShelf<Item extends TillItem>(
  services: readonly Item[],
  shelf: ShelfName,
  chosen: ChosenServices,
): readonly Item[] {
  if (shelf === ALL) return services
  if (shelf === PRODUCTS) return services.filter(({ kind }) => kind === 'product')
  // Favourites are in catalogue order, so that no service moves when another one is pinned.
  if (shelf === FAVOURITES) return services.filter(({ service_id }) => chosen.favourites.includes(service_id))
  if (shelf === MOST_SOLD) return named(chosen.mostSold, services)
  return services.filter((service) => service.treatment_id === shelf)
}

/**
 * The services and products of a shelf that match a search: every word occurs in the name of service or treatment.
 * Searching in favourites or best sellers covers the whole catalogue, and so does searching a barcode.
 */
export function servicesShown<Item extends TillItem>(
  services: readonly Item[],
  shelf: ShelfName,
  chosen: ChosenServices,
  search: string,
): readonly Item[] {
  const code = search.trim()
  if (isBarcode(code)) return services.filter((item) => item === itemWithBarcode(services, code))
  const words = searchable(search).split(' ')
  if (search.trim() === '') return onShelf(services, shelf, chosen)
  const where = shelf === FAVOURITES || shelf === MOST_SOLD ? ALL : shelf
  return onShelf(services, where, chosen).filter((service) => {
    const text = searchable(service.service_name, service.treatment_name)
    return words.every((word) => text.includes(word))
  })
}
