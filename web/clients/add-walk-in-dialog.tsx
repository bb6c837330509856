import { clientSentences as s } from '#shared/clients/sentences.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useOpenings } from './use-openings.ts'
import { WalkInFields } from './walk-in-fields.tsx'
import { useWalkInForm } from './walk-in-form.ts'

type AddWalkInDialogProps = { open: boolean; onClose: () => void }

/** Puts somebody who just came in on file: a name is enough. (The till has a dialog of its own: who is added there pays at once.) */
export function AddWalkInDialog(props: AddWalkInDialogProps) {
  return <WalkInDialog key={useOpenings(props.open)} {...props} />
}

function WalkInDialog({ open, onClose }: AddWalkInDialogProps) {
  const { submit, ...walkIn } = useWalkInForm(onClose)
  const { isSubmitting } = walkIn.form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.walkInTitle}
      onSubmit={submit}
      leave={s.cancel}
      send={s.addWalkIn}
      busy={isSubmitting}
      busyLabel={s.adding}
    >
      <WalkInFields {...walkIn} />
    </FormDialog>
  )
}
