import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'

/** The maximum number of services of a visit. */
export const MOST_SERVICES = 5

/** Texts about the services of a visit, for screens and server. */
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
  /** The services of the visit after the first one. */
  further_services: readonly { service_name: string }[]
}

const namesOf = ({ service_name, further_services }: WithServices) => [
  service_name,
  ...further_services.map((service) => service.service_name),
]

/** The names of all services of a visit, in order: `Glow Drip + Facial`. */
export const servicesOf = (visit: WithServices): string => visitServicesMessages.together(namesOf(visit))

/** The names of the first two services, and how many more there are, for narrow cells. */
export function servicesInShort(visit: WithServices): string {
  const names = namesOf(visit)
  if (names.length <= 2) return visitServicesMessages.together(names)
  return visitServicesMessages.andMore(names.slice(0, 2), names.length - 2)
}

/** The distinct treatments of a visit's services. */
export const treatmentsOf = (visit: {
  treatment_name: string
  further_services: readonly { treatment_name: string }[]
}): string => [...new Set([visit, ...visit.further_services].map(({ treatment_name }) => treatment_name))].join(', ')

type WithPeople = {
  practitioner_name: string | null
  further_services: readonly { practitioner_name: string | null }[]
}

/** The names of a visit's practitioners, each once, in the order of its services; null when no service needs one. */
export function peopleOf(visit: WithPeople): string | null {
  const names = [visit, ...visit.further_services].flatMap(({ practitioner_name }) => practitioner_name ?? [])
  return names.length === 0 ? null : [...new Set(names)].join(', ')
}
