import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { uiMessages as s } from '#shared/lib/messages.ts'
import { skipsUnsavedPrompt, registerUnsavedChanges } from '#web/lib/unsaved-changes.ts'
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
 * Asks before the page is left with unsaved changes: a question in the app, the browser's own on reload or close; the
 * log-out's question mentions them. Links that deliberately discard them do not ask, and neither does an ended session.
 * Only one per page.
 */
export function useUnsavedGuard(isDirty: boolean): void {
  const confirm = useConfirm()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      currentSession().status === 'authenticated' &&
      currentLocation.pathname !== nextLocation.pathname &&
      !skipsUnsavedPrompt(nextLocation.state),
  )
  const ask = useEffectEvent(async () => {
    if (await confirm(question)) blocker.proceed?.()
    else blocker.reset?.()
  })
  useEffect(() => {
    if (blocker.state === 'blocked') void ask()
    // Each attempt to leave has its own blocker, even if the previous one is not yet reset.
  }, [blocker])
  useEffect(() => {
    if (!isDirty) return
    const hold = (event: BeforeUnloadEvent) => {
      // People who logged out have already been asked.
      if (currentSession().status !== 'anonymous') event.preventDefault()
    }
    window.addEventListener('beforeunload', hold)
    registerUnsavedChanges(true)
    return () => {
      window.removeEventListener('beforeunload', hold)
      registerUnsavedChanges(false)
    }
  }, [isDirty])
}
