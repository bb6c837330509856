import { clientSentences as s } from '#shared/clients/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
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
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={!isSubmitting}
      title={s.addTitle}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            {s.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={s.saving}>
            {s.save}
          </Button>
        </>
      }
    >
      <AddClientFields {...client} hrefOf={hrefOf} />
    </Dialog>
  )
}
