import { FormProvider } from 'react-hook-form'
import { clientHistorySentences as s } from '#shared/clients/history-sentences.ts'
import { clientSentences } from '#shared/clients/sentences.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useManualClientForm } from './manual-client-form.ts'
import { ManualClientPerson } from './manual-client-person.tsx'
import { TreatmentChoiceFields } from './treatment-choice-fields.tsx'
import { useOpenings } from './use-openings.ts'

type ManualClientDialogProps = { open: boolean; onClose: () => void }

/** Add Client: somebody new or on file, with what was done. */
export function ManualClientDialog(props: ManualClientDialogProps) {
  return <ManualClient key={useOpenings(props.open)} {...props} />
}

function ManualClient({ open, onClose }: ManualClientDialogProps) {
  const client = useManualClientForm(onClose)
  const { isSubmitting } = client.form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.addTitle}
      onSubmit={client.submit}
      leave={clientSentences.cancel}
      send={clientSentences.save}
      busy={isSubmitting}
      busyLabel={clientSentences.saving}
    >
      <FormProvider {...client.form}>
        <div className="space-y-4">
          <ManualClientPerson client={client} />
          <hr className="border-line" />
          <TreatmentChoiceFields dateLabel={clientSentences.date} />
        </div>
      </FormProvider>
    </FormDialog>
  )
}
