import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'

/** So many services one visit may have. */
export const MOST_SERVICES = 5

/** What is said of the services of a visit, in whichever half. */
export const visitServicesMessages = defineMessages('lib/visit-services', {
  together: (names: readonly string[]) => names.join(' + '),
  andMore: (names: readonly string[], more: number) =>
    `${names.join(' + ')} ${plural(more, { one: '+ 1 more', other: `+ ${more} more` })}`,
  inTurn: (service: string, person: string) => `${service} with ${person}`,
  atMost: `A visit can have up to ${MOST_SERVICES} services. Please book the others as a visit of their own.`,
  atLeastOne: 'A visit needs a service.',
  twice: 'This service is already part of the visit.',
})

export type WithServices = {
  service_name: string
  /** Those that come after the first. */
  further_services: readonly { service_name: string }[]
}

const namesOf = ({ service_name, further_services }: WithServices) => [
  service_name,
  ...further_services.map((service) => service.service_name),
]

/** Every service of a visit by name, in their order: `Glow Drip + Facial`. */
export const servicesOf = (visit: WithServices): string => visitServicesMessages.together(namesOf(visit))

/** The same where little room is: the first two, and how many there are besides. */
export function servicesInShort(visit: WithServices): string {
  const names = namesOf(visit)
  if (names.length <= 2) return visitServicesMessages.together(names)
  return visitServicesMessages.andMore(names.slice(0, 2), names.length - 2)
}

/** The treatments of a visit's services, each once. */
export const treatmentsOf = (visit: {
  treatment_name: string
  further_services: readonly { treatment_name: string }[]
}): string => [...new Set([visit, ...visit.further_services].map(({ treatment_name }) => treatment_name))].join(', ')

type WithPeople = {
  practitioner_name: string | null
  further_services: readonly { practitioner_name: string | null }[]
}

/** Who does a visit, each once and in the order of its services; null where it needs nobody in particular. */
export function peopleOf(visit: WithPeople): string | null {
  const names = [visit, ...visit.further_services].flatMap(({ practitioner_name }) => practitioner_name ?? [])
  return names.length === 0 ? null : [...new Set(names)].join(', ')
}
