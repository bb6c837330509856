import { useQuery } from '@tanstack/react-query'
import type { Service } from '#shared/catalogue/records.ts'
import { searchable } from '#shared/lib/names.ts'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { allServices, allTreatments } from '#web/sales/api.ts'

const nothing: never[] = []

/** The services that a tab and a search leave: every word of the search stands in the name of service or treatment. */
export function servicesShown(services: readonly Service[], treatmentId: string, search: string): Service[] {
  const words = searchable(search).split(' ')
  return services.filter((service) => {
    if (treatmentId !== '' && service.treatment_id !== treatmentId) return false
    const text = searchable(service.service_name, service.treatment_name)
    return words.every((word) => text.includes(word))
  })
}

/** Every treatment, those without services too (their tab says so), and every service. */
export function useTillCatalogue() {
  const treatments = useQuery(allTreatments)
  const services = useQuery(allServices)
  return {
    treatments: treatments.data ?? nothing,
    services: services.data ?? nothing,
    isLoading: treatments.isPending || services.isPending,
    /** What to say when one of the lists could not be loaded. */
    failure: sentenceOf(treatments, s.loadFailed) ?? sentenceOf(services, s.loadFailed),
    isFetching: treatments.isFetching || services.isFetching,
    refetch: async () => {
      const results = await Promise.all([treatments.refetch(), services.refetch()])
      return results.every((result) => result.isSuccess)
    },
  }
}
