import { clientSentences as s } from '#shared/clients/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
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
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={!isSubmitting}
      size="sm"
      title={s.walkInTitle}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            {s.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={s.adding}>
            {s.addWalkIn}
          </Button>
        </>
      }
    >
      <WalkInFields {...walkIn} />
    </Dialog>
  )
}
