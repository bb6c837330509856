import { useQueryClient } from '@tanstack/react-query'
import { useForm, type Resolver } from 'react-hook-form'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { catalogueSentences } from '#shared/catalogue/sentences.ts'
import { clientHistorySentences as s } from '#shared/clients/history-sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import { treatmentBody, type TreatmentValues } from '#web/catalogue/catalogue-kinds.ts'
import { contractResolver } from '#web/lib/contract-resolver.ts'
import { rereadCatalogue } from '#web/catalogue/optimistic-list.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { toast } from '#web/ui/toast.ts'

/** The choice of the panel's select that is no treatment. */
export const CREATE_NEW = 'new'

export type NewTreatmentValues = TreatmentValues & { choice: string }

const fields = ['treatment_name', 'treatment_description', 'treatment_price'] as const

const byContract = contractResolver<NewTreatmentValues>(
  catalogueContract.createTreatment.body,
  ({ choice: _, ...values }) => treatmentBody(values),
)

const resolver: Resolver<NewTreatmentValues> = (values, context, options) => {
  if (values.choice !== CREATE_NEW) return { values, errors: {} }
  if (values.treatment_name.trim() !== '') return byContract(values, context, options)
  return { values: {}, errors: { treatment_name: { type: 'required', message: s.treatmentNameRequired } } }
}

/** State and action of the + New Treatment panel; `onChosen` gets the id of the treatment that was made or picked. */
export function useNewTreatment(onChosen: (treatmentId: string) => void) {
  const queries = useQueryClient()
  const form = useForm<NewTreatmentValues>({
    resolver,
    defaultValues: { choice: CREATE_NEW, treatment_name: '', treatment_description: '', treatment_price: '' },
  })
  const create = async ({ choice: _, ...values }: NewTreatmentValues) => {
    const { data } = await api(catalogueContract.createTreatment, { body: treatmentBody(values) })
    // The select can show only what it has read.
    await rereadCatalogue(queries)
    toast.success({ title: s.treatmentCreated })
    onChosen(data.id)
  }
  /** Another till may have deleted it since the list was read. */
  const pick = async (id: string) => {
    await api(catalogueContract.treatment, { params: { id } })
    toast.success({ title: s.treatmentSelected })
    onChosen(id)
  }
  const submit = form.handleSubmit(async (values) => {
    const isNew = values.choice === CREATE_NEW
    try {
      await (isNew ? create(values) : pick(values.choice))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!isNew && error.status === 404) {
        toast.error({ title: catalogueSentences.treatmentNotFound })
        form.setValue('choice', CREATE_NEW)
        await rereadCatalogue(queries)
        return
      }
      const isRefused = error.status >= 400 && error.status < 500
      const title = isNew && isRefused ? catalogueSentences.failedToCreateTreatment : s.failedToCreateOrSelect
      const elsewhere = placeRefusal(error, form, fields)
      if (elsewhere.length > 0) toast.error({ title, description: elsewhere.join('\n') })
    }
  })
  return { form, submit }
}
