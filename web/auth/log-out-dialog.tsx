import { useState, useCallback } from 'react'
import { authMessages as s } from '#shared/auth/messages.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { hasUnsavedChanges } from '#web/ui/overlays/unsaved-changes.ts'
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx'
import { storeFlash } from '#web/lib/flash.ts'
import { openDocument, publicPaths } from '#web/lib/public-paths.ts'
import { queryClient } from '#web/lib/query.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { endSession, loggedOut } from './end-session.ts'

type LogOutDialogProps = {
  open: boolean
  onClose: () => void
  /** The title of the question whether to log out; the till passes a title of its own. */
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

/**
 * Logs out: ends the session on the server, clears all data here and in other tabs, and opens the log-in page. After a
 * failure the person stays and sees a message.
 */
export function useLogOut(): () => Promise<void> {
  return useCallback(async () => {
    const failure = await endSession()
    if (failure !== null) {
      toast.error({ title: s.logoutFailedTitle, description: failure, seconds: 5 })
      return
    }
    queryClient.clear()
    storeFlash(loggedOut)
    openDocument(publicPaths.login)
  }, [])
}
