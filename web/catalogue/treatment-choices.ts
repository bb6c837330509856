import { queryOptions, useQuery } from '@tanstack/react-query'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { MAX_PER_PAGE } from '#shared/lib/paging.ts'
import { api } from '#web/lib/api.ts'

export type TreatmentChoice = { value: string; label: string }

async function allTreatments(signal: AbortSignal): Promise<TreatmentChoice[]> {
  const choices: TreatmentChoice[] = []
  for (let page = 1; ; page++) {
    const querystring = { page, per_page: MAX_PER_PAGE }
    const { data, total } = await api(catalogueContract.treatments, { querystring }, { signal })
    choices.push(...data.map((row) => ({ value: row.id, label: row.treatment_name })))
    if (data.length === 0 || choices.length >= total) return choices
  }
}

const allTreatmentsQuery = queryOptions({
  queryKey: [catalogueContract.treatments.url, 'choices'],
  queryFn: ({ signal }) => allTreatments(signal),
})

export type TreatmentChoices = {
  choices: readonly TreatmentChoice[]
  placeholder: string
  none: boolean
  /** They could not be read, and there is nothing to show. */
  failed: boolean
  busy: boolean
  retry: () => void
}

/** Every treatment there is, for a select, with what stands in its place while it is empty. */
export function useTreatmentChoices(): TreatmentChoices {
  const { data: choices, error, isFetching, refetch } = useQuery(allTreatmentsQuery)
  const none = choices?.length === 0
  const waiting = error ? s.failedToLoadTreatments : s.loadingTreatments
  return {
    choices: choices ?? [],
    none,
    placeholder: none ? s.noTreatmentYet : choices ? s.selectTreatment : waiting,
    failed: choices === undefined && error !== null,
    busy: isFetching,
    retry: () => void refetch(),
  }
}
