import type { Service } from '#shared/catalogue/records.ts'
import { searchable } from '#shared/lib/names.ts'

/** What a tab of the till shows: the pinned services, those sold most, all of them, or those of the treatment with this id. */
export type ShelfName = string

export const ALL = ''
export const FAVOURITES = 'favourites'
export const MOST_SOLD = 'most-sold'

/** The shelves that are lists of chosen services, as ids in their order. */
type ChosenServices = { favourites: readonly string[]; mostSold: readonly string[] }

const named = (ids: readonly string[], services: readonly Service[]): Service[] => {
  const byId = new Map(services.map((service) => [service.service_id, service]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function onShelf(services: readonly Service[], shelf: ShelfName, chosen: ChosenServices): readonly Service[] {
  if (shelf === ALL) return services
  // In the order of the catalogue: a card stays in its place when another one is pinned.
  if (shelf === FAVOURITES) return services.filter(({ service_id }) => chosen.favourites.includes(service_id))
  if (shelf === MOST_SOLD) return named(chosen.mostSold, services)
  return services.filter((service) => service.treatment_id === shelf)
}

/**
 * The services that a shelf and a search leave: every word of the search stands in the name of service or treatment. A
 * search among favourites or what sells most looks through the whole catalogue: who searches did not see it there.
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
