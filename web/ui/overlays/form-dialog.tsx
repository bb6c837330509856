import type { FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from './confirm.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { discardQuestion, useUnsavedGuard } from './unsaved-changes.ts'

export type FormDialogProps = Omit<DialogProps, 'footer' | 'onSubmit' | 'dismissible' | 'side'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  /** The label of the button that closes: "Cancel", "Keep it". */
  leave: string
  /** True: the button labelled `leave` asks too, because its label, "Close", does not say that changes are lost. */
  leaveAsks?: boolean
  /** The label of the submit button. */
  send: string
  /** While sending, nobody can close or submit. */
  busy?: boolean
  busyLabel?: string
  /** True for a destructive action. */
  danger?: boolean
  /** True while the form cannot be sent. */
  disabled?: boolean
  /** True if something was typed: leaving the page, Escape, the cross and a click outside ask first. */
  unsaved?: boolean
}

/** A dialog with one form and two buttons, which stays open while sending. */
export function FormDialog({ onSubmit, leave, leaveAsks = false, send, busy = false, ...rest }: FormDialogProps) {
  const { busyLabel, danger, disabled, unsaved = false, ...dialog } = rest
  const confirm = useConfirm()
  const close = async () => {
    if (!unsaved || (await confirm(discardQuestion))) dialog.onClose()
  }
  return (
    <>
      {/* Only one navigation guard per page works, so a closed dialog renders none. */}
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
