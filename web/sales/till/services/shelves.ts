import type { Service } from '#shared/catalogue/records.ts'
import { searchable } from '#shared/lib/names.ts'

/** The shelf of a tab: favourites, best sellers, all, or a treatment's id. */
export type ShelfName = string

export const ALL = ''
export const FAVOURITES = 'favourites'
export const MOST_SOLD = 'most-sold'

/** The shelves that list chosen services, as ids in order. */
type ChosenServices = { favourites: readonly string[]; mostSold: readonly string[] }

const named = (ids: readonly string[], services: readonly Service[]): Service[] => {
  const byId = new Map(services.map((service) => [service.service_id, service]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function onShelf(services: readonly Service[], shelf: ShelfName, chosen: ChosenServices): readonly Service[] {
  if (shelf === ALL) return services
  // Favourites are in catalogue order, so that cards do not move when another one is pinned.
  if (shelf === FAVOURITES) return services.filter(({ service_id }) => chosen.favourites.includes(service_id))
  if (shelf === MOST_SOLD) return named(chosen.mostSold, services)
  return services.filter((service) => service.treatment_id === shelf)
}

/**
 * The services of a shelf that match a search: every word occurs in the name of service or treatment. Searching in
 * favourites or best sellers covers the whole catalogue.
 */
export function servicesShown(
  services: readonly Service[],
  shelf: ShelfName,
  chosen: ChosenServices,
  search: string,
): readonly Service[] {
  const words = searchable(search).split(' ')
  if (search.trim() === '') return onShelf(services, shelf, chosen)
  const where = shelf === FAVOURITES || shelf === MOST_SOLD ? ALL : shelf
  return onShelf(services, where, chosen).filter((service) => {
    const text = searchable(service.service_name, service.treatment_name)
    return words.every((word) => text.includes(word))
  })
}
