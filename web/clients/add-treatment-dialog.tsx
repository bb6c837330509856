import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { clientHistorySentences as s } from '#shared/clients/history-sentences.ts'
import { clientSentences } from '#shared/clients/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useAddTreatmentForm, type HistoryClient } from './add-treatment-form.ts'
import { NewTreatmentPanel } from './new-treatment-panel.tsx'
import { TreatmentChoiceFields, useChooseTreatment } from './treatment-choice-fields.tsx'
import { useOpenings } from './use-openings.ts'

type AddTreatmentDialogProps = { open: boolean; client: HistoryClient; onClose: () => void }

/** Add Treatment to Client History: what was done, and when; what is in the history stays. */
export function AddTreatmentDialog(props: AddTreatmentDialogProps) {
  return <AddTreatment key={`${props.client.id} ${useOpenings(props.open)}`} {...props} />
}

function AddTreatment({ open, client, onClose }: AddTreatmentDialogProps) {
  const { form, submit } = useAddTreatmentForm(client, onClose)
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.historyTitle}
      description={s.preserved(client.name)}
      onSubmit={submit}
      leave={clientSentences.cancel}
      send={s.addToHistory}
      busy={isSubmitting}
      busyLabel={s.addingToHistory}
    >
      <FormProvider {...form}>
        <div className="space-y-4">
          <Field label={clientSentences.contactNumber} error={errors.contact_number?.message}>
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
