import { clientSentences as s } from '#shared/clients/sentences.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { AddClientFields } from './add-client-fields.tsx'
import { useAddClientForm } from './add-client-form.ts'
import { useOpenings } from './use-openings.ts'

type AddClientDialogProps = { open: boolean; onClose: () => void; hrefOf: (clientId: string) => string }

/** Add New Client: name, contact and since when. */
export function AddClientDialog(props: AddClientDialogProps) {
  return <NewClient key={useOpenings(props.open)} {...props} />
}

function NewClient({ open, onClose, hrefOf }: AddClientDialogProps) {
  const { submit, ...client } = useAddClientForm(onClose)
  const { isSubmitting } = client.form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.addTitle}
      onSubmit={submit}
      leave={s.cancel}
      send={s.save}
      busy={isSubmitting}
      busyLabel={s.saving}
    >
      <AddClientFields {...client} hrefOf={hrefOf} />
    </FormDialog>
  )
}
