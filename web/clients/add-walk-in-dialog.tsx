import { clientSentences as s } from '#shared/clients/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useOpenings } from './use-openings.ts'
import { WalkInFields } from './walk-in-fields.tsx'
import { useWalkInForm, type AddedClient } from './walk-in-form.ts'

export type AddWalkInDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The client who was added, or the known one whose e-mail was typed. The dialog closes by itself. */
  onAdded: (client: AddedClient) => void
  /** `appointments`: «Add Walk-in Client»; `till`: «New Walk-in Client», who can pay at once. */
  variant?: 'appointments' | 'till'
}

const words = {
  appointments: {
    title: s.walkInTitle,
    name: s.fullName,
    email: s.emailOptional,
    nameMissing: s.walkInValidation,
    add: s.addWalkIn,
    adding: s.adding,
    cancel: s.cancel,
  },
  till: {
    title: s.newWalkInTitle,
    name: s.clientName,
    email: s.emailAddress,
    nameMissing: s.nameRequired,
    add: s.addClient,
    adding: s.addingClient,
    cancel: s.cancelWalkIn,
  },
} as const

/** Puts somebody who just came in on file: a name is enough. */
export function AddWalkInDialog(props: AddWalkInDialogProps) {
  return <WalkInDialog key={useOpenings(props.open)} {...props} />
}

function WalkInDialog({ open, onOpenChange, onAdded, variant = 'appointments' }: AddWalkInDialogProps) {
  const text = words[variant]
  const close = () => onOpenChange(false)
  const { submit, ...walkIn } = useWalkInForm({
    nameMissing: text.nameMissing,
    onAdded: (client) => {
      close()
      onAdded(client)
    },
  })
  const waitsForName = variant === 'till' && walkIn.name === ''
  return (
    <Dialog
      open={open}
      onClose={close}
      size="sm"
      title={text.title}
      onSubmit={(event) => void submit(event)}
      footer={
        <Buttons text={text} busy={walkIn.form.formState.isSubmitting} disabled={waitsForName} onCancel={close} />
      }
    >
      <WalkInFields
        {...walkIn}
        labels={text}
        note={variant === 'till' ? s.walkInNote : undefined}
        nameHint={waitsForName ? s.nameRequired : undefined}
      />
    </Dialog>
  )
}

type ButtonsProps = {
  text: (typeof words)['till' | 'appointments']
  busy: boolean
  disabled: boolean
  onCancel: () => void
}

function Buttons({ text, busy, disabled, onCancel }: ButtonsProps) {
  return (
    <>
      <Button onClick={onCancel}>{text.cancel}</Button>
      <Button type="submit" variant="primary" busy={busy} busyLabel={text.adding} disabled={disabled}>
        {text.add}
      </Button>
    </>
  )
}
