import type { FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from './confirm.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { discardQuestion } from './discard-question.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

type FormDialogProps = Omit<DialogProps, 'footer' | 'onSubmit' | 'dismissible' | 'side'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  /** The words of the button that leaves: "Cancel", "Keep it". */
  leave: string
  /** So does that button: its word, "Close", does not say that anything is dropped. */
  leaveAsks?: boolean
  /** The words of the button that sends. */
  send: string
  /** While it is sent nobody can leave or send again. */
  busy?: boolean
  busyLabel?: string
  /** It takes something away. */
  danger?: boolean
  /** Nothing can be sent yet. */
  disabled?: boolean
  /** Something was typed: leaving the page, Escape, the cross and a press beside the dialog ask before it is lost. */
  unsaved?: boolean
}

/** A dialog that is one form with two buttons. While it is being sent it stays open, whatever is pressed. */
export function FormDialog({ onSubmit, leave, leaveAsks = false, send, busy = false, ...rest }: FormDialogProps) {
  const { busyLabel, danger, disabled, unsaved = false, ...dialog } = rest
  const confirm = useConfirm()
  const close = async () => {
    if (!unsaved || (await confirm(discardQuestion))) dialog.onClose()
  }
  return (
    <>
      {/* Of several guards on a page only one works: a closed dialog has none. */}
      {dialog.open && unsaved && <UnsavedGuard />}
      <Dialog
        {...dialog}
        onClose={() => void close()}
        dismissible={!busy}
        onSubmit={(event) => void onSubmit(event)}
        footer={
          <>
            <Button onClick={leaveAsks ? () => void close() : dialog.onClose} disabled={busy}>
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
    </>
  )
}

function UnsavedGuard() {
  useUnsavedGuard(true)
  return null
}
