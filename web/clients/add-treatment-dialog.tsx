import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { ClientRow } from '#shared/clients/contract.ts'
import { clientHistoryMessages as s } from '#shared/clients/history-messages.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { now } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { clientReads } from './client-form.tsx'
import { NewTreatmentPanel } from './new-treatment-panel.tsx'
import {
  treatmentFirst,
  TreatmentChoiceFields,
  useChooseTreatment,
  type TreatmentValues,
} from './treatment-choice-fields.tsx'

/** Whose history it is. */
type HistoryClient = Pick<ClientRow, 'id' | 'name' | 'contact_number'>

type AddTreatmentValues = TreatmentValues & { contact_number: string }

/** The number is sent only when it was changed here: meanwhile others may have changed it. */
const bodyOf = (client: HistoryClient, { contact_number, service_ids, add_on_ids, date }: AddTreatmentValues) => ({
  service_ids,
  add_on_ids,
  date,
  ...(contact_number.trim() !== (client.contact_number ?? '') && { contact_number }),
})

/** Add Treatment to Client History: what was done, and when; what is in the history stays. */
export function AddTreatmentDialog({ open, client, onClose }: DialogControl & { client: HistoryClient }) {
  const values: AddTreatmentValues = {
    contact_number: client.contact_number ?? '',
    treatment_id: '',
    service_ids: [],
    add_on_ids: [],
    date: manilaDate(now()),
  }
  const { form, dialog } = useContractForm(manualClientContract.addServices, {
    values,
    input: (typed) => ({ params: { id: client.id }, body: bodyOf(client, typed) }),
    judge: treatmentFirst,
    done: s.historyAdded,
    failed: s.failedToUpdateServices,
    reread: clientReads,
    onDone: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.historyTitle}
      description={s.preserved(client.name)}
      leave={clientMessages.cancel}
      send={s.addToHistory}
      busyLabel={s.addingToHistory}
      {...dialog}
    >
      <FormProvider {...form}>
        <div className="space-y-4">
          <Field label={clientMessages.contactNumber} error={errors.contact_number?.message}>
            <TextInput {...form.register('contact_number')} type="tel" inputMode="tel" autoComplete="off" />
          </Field>
          <TreatmentChoiceFields dateLabel={s.newTreatmentDate}>
            <NewTreatment />
          </TreatmentChoiceFields>
        </div>
      </FormProvider>
    </FormDialog>
  )
}

/** The button that opens the panel, or the panel itself. */
function NewTreatment() {
  const [open, setOpen] = useState(false)
  const choose = useChooseTreatment()
  const take = (treatmentId: string) => {
    choose(treatmentId)
    setOpen(false)
  }
  if (!open) return <Button onClick={() => setOpen(true)}>{s.newTreatment}</Button>
  return <NewTreatmentPanel onChosen={take} onClose={() => setOpen(false)} />
}
