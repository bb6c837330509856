import { useState } from 'react'
import { authMessages as s } from '#shared/auth/messages.ts'
import { uiMessages } from '#shared/lib/ui-messages.ts'
import { hasUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx'
import { useLogOut } from './use-log-out.ts'

type LogOutDialogProps = {
  open: boolean
  onClose: () => void
  /** The till asks in its own words. */
  title?: string
  question?: string
}

/** Asks before logging out. */
export function LogOutDialog({ open, onClose, title = s.logoutTitle, question = s.logoutQuestion }: LogOutDialogProps) {
  const [busy, setBusy] = useState(false)
  const logOut = useLogOut()
  const onConfirm = async () => {
    setBusy(true)
    try {
      await logOut()
    } finally {
      setBusy(false)
      onClose()
    }
  }
  return (
    <AlertDialog
      open={open}
      title={title}
      body={hasUnsavedChanges() ? `${question} ${uiMessages.unsavedChanges}` : question}
      cancelLabel={s.cancel}
      confirmLabel={s.logout}
      busy={busy}
      busyLabel={s.loggingOut}
      onConfirm={() => void onConfirm()}
      onCancel={onClose}
    />
  )
}
