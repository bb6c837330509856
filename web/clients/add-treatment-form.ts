import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { ClientRow } from '#shared/clients/contract.ts'
import { clientHistorySentences as s } from '#shared/clients/history-sentences.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { contractResolver } from '#web/lib/contract-resolver.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { now } from '#web/lib/use-now.ts'
import { toast } from '#web/ui/toast.ts'
import { rereadClients } from './reread-clients.ts'
import { treatmentFirst, type TreatmentValues } from './treatment-values.ts'

/** Whose history it is. */
export type HistoryClient = Pick<ClientRow, 'id' | 'name' | 'contact_number'>

export type AddTreatmentValues = TreatmentValues & { contact_number: string }

const fields = ['contact_number', 'treatment_id', 'service_ids', 'add_on_ids', 'date'] as const

/** The number is sent only when it was changed here: meanwhile others may have changed it. */
const bodyOf = (client: HistoryClient, { contact_number, service_ids, add_on_ids, date }: AddTreatmentValues) => ({
  service_ids,
  add_on_ids,
  date,
  ...(contact_number.trim() !== (client.contact_number ?? '') && { contact_number }),
})

const resolverFor = (client: HistoryClient) =>
  treatmentFirst(
    contractResolver<AddTreatmentValues>(manualClientContract.addServices.body, (values) => bodyOf(client, values)),
  )

/** State and submit of Add Treatment to Client History. */
export function useAddTreatmentForm(client: HistoryClient, onAdded: () => void) {
  const queries = useQueryClient()
  const form = useForm<AddTreatmentValues>({
    resolver: resolverFor(client),
    defaultValues: {
      contact_number: client.contact_number ?? '',
      treatment_id: '',
      service_ids: [],
      add_on_ids: [],
      date: manilaDate(now()),
    },
  })
  const submit = form.handleSubmit(async (values) => {
    try {
      await api(manualClientContract.addServices, { params: { id: client.id }, body: bodyOf(client, values) })
    } catch (error) {
      const elsewhere = placeRefusal(error, form, fields)
      if (elsewhere.length > 0) toast.error({ title: s.failedToUpdateServices, description: elsewhere.join('\n') })
      return
    }
    toast.success({ title: s.historyAdded })
    onAdded()
    await rereadClients(queries)
  })
  return { form, submit }
}
