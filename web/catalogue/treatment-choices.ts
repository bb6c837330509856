import { catalogueContract } from '#shared/catalogue/contract.ts'
import { managementMessages as s } from '#shared/catalogue/messages.ts'
import { useEveryRow } from '#web/data/use-list.ts'
import type { ReadFailure } from '#web/data/use-read.ts'
import type { Option } from '#web/ui/fields/option.tsx'

type TreatmentChoices = {
  choices: readonly Option[]
  placeholder: string
  none: boolean
  /** Set when the treatments could not be loaded and none are cached. */
  failure: ReadFailure | undefined
}

/** All treatments as options of a select, and a placeholder that says why the select has none yet. */
export function useTreatmentChoices(): TreatmentChoices {
  const { data, error, failure } = useEveryRow(catalogueContract.treatments, { failed: s.failedToLoadTreatments })
  const none = data?.length === 0
  const waiting = error ? s.failedToLoadTreatments : s.loadingTreatments
  return {
    choices: data?.map((row) => ({ value: row.id, label: row.treatment_name })) ?? [],
    none,
    placeholder: none ? s.noTreatmentYet : data ? s.selectTreatment : waiting,
    failure: data ? undefined : failure,
  }
}
