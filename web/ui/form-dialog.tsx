import type { FormEvent } from 'react'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

type FormDialogProps = Omit<DialogProps, 'footer' | 'onSubmit' | 'dismissible' | 'side'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  /** The words of the button that leaves: "Cancel", "Keep it". */
  leave: string
  /** The words of the button that sends. */
  send: string
  /** While it is sent nobody can leave or send again. */
  busy?: boolean
  busyLabel?: string
  /** It takes something away. */
  danger?: boolean
  /** Nothing can be sent yet. */
  disabled?: boolean
}

/** A dialog that is one form with two buttons. While it is being sent it stays open, whatever is pressed. */
export function FormDialog({ onSubmit, leave, send, busy = false, ...rest }: FormDialogProps) {
  const { busyLabel, danger, disabled, ...dialog } = rest
  return (
    <Dialog
      {...dialog}
      dismissible={!busy}
      onSubmit={(event) => void onSubmit(event)}
      footer={
        <>
          <Button onClick={dialog.onClose} disabled={busy}>
            {leave}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            disabled={disabled}
            busy={busy}
            busyLabel={busyLabel}
          >
            {send}
          </Button>
        </>
      }
    />
  )
}
