import { useEffect, useId, useRef, useState } from 'react'
import { authMessages as s } from '#shared/auth/messages.ts'
import { endSession, loggedOut } from '#web/auth/end-session.ts'
import { storeFlash } from '#web/lib/flash.ts'
import { openDocument, publicPaths } from '#web/lib/public-paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'

/** Ends the session and opens the log-in page; after a failure the log-out dialog shows the error. */
function useLeave() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const leave = async () => {
    setBusy(true)
    setFailure('')
    const reason = await endSession()
    if (reason === null) {
      storeFlash(loggedOut)
      openDocument(publicPaths.login)
    } else {
      setFailure(reason)
      setBusy(false)
    }
  }
  return { busy, failure, leave }
}

/**
 * The log-out question in a native dialog, because the landing page does not load the dialogs of `web/ui`. Cancel has
 * the focus.
 */
export function LogOutQuestion({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { busy, failure, leave } = useLeave()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
      onCancel={(event) => busy && event.preventDefault()}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-panel bg-surface p-6 text-ink shadow-3 backdrop:bg-[rgb(8_24_28/.5)]"
    >
      <h2 id={`${id}-title`} className="text-lg font-bold">
        {s.logoutTitle}
      </h2>
      <p id={`${id}-text`} className="mt-1.5 text-ctl text-ink-2">
        {s.logoutQuestion}
      </p>
      <p role="alert" className="mt-3 text-sm font-semibold whitespace-pre-line text-danger empty:hidden">
        {failure && `${s.logoutFailedTitle} ${failure}`}
      </p>
      <div className="mt-6 flex justify-end gap-3">
        <button type="button" disabled={busy} onClick={() => dialog.current?.close()} className={buttonClass()}>
          {s.cancel}
        </button>
        <button
          type="button"
          disabled={busy}
          onClick={() => void leave()}
          className={buttonClass({ variant: 'primary' })}
        >
          {busy ? s.loggingOut : s.logout}
        </button>
      </div>
    </dialog>
  )
}
