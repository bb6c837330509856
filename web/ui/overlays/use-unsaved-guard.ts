import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { uiMessages as s } from '#shared/lib/ui-messages.ts'
import { isInsteadOfTyped, noteUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { currentSession } from '#web/lib/session/session-store.ts'
import { useConfirm } from './confirm.tsx'

const question = {
  title: s.leaveQuestion,
  body: s.unsavedChanges,
  confirmLabel: s.leave,
  cancelLabel: s.stay,
  danger: true,
}

/**
 * Asks before the page is left with changes that are not saved: in the app with a question, on a reload or a closed tab
 * with the browser's own, and the question of the log-out says so. A link that is chosen instead of what was typed is not asked about. Once the session has ended nobody is held back. One at a time on a page.
 */
export function useUnsavedGuard(isDirty: boolean): void {
  const confirm = useConfirm()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      currentSession().status === 'authenticated' &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isInsteadOfTyped(nextLocation.state),
  )
  const ask = useEffectEvent(async () => {
    if (await confirm(question)) blocker.proceed?.()
    else blocker.reset?.()
  })
  useEffect(() => {
    if (blocker.state === 'blocked') void ask()
    // Each attempt to leave is a blocker of its own, also when the one before has not been drawn as given up yet.
  }, [blocker])
  useEffect(() => {
    if (!isDirty) return
    const hold = (event: BeforeUnloadEvent) => {
      // Who has logged out was asked before.
      if (currentSession().status !== 'anonymous') event.preventDefault()
    }
    window.addEventListener('beforeunload', hold)
    noteUnsavedChanges(true)
    return () => {
      window.removeEventListener('beforeunload', hold)
      noteUnsavedChanges(false)
    }
  }, [isDirty])
}
