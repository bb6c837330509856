import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { uiMessages as s } from '#shared/lib/messages.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { useConfirm } from './confirm.tsx'

/** The number of parts with unsaved changes, such as a form and a dialog over it. */
let unsavedParts = 0

/**
 * The router state of a link that deliberately discards what was typed, because it leads to the record of an existing
 * person.
 */
export const skipUnsavedPrompt = { skipUnsavedPrompt: true } as const

const skipsUnsavedPrompt = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'skipUnsavedPrompt' in state

/**
 * Registers (true) or unregisters (false) a part with unsaved changes, because of which leaving the page asks first.
 */
function registerUnsavedChanges(unsaved: boolean): void {
  unsavedParts += unsaved ? 1 : -1
}

export const hasUnsavedChanges = (): boolean => unsavedParts > 0

/** The question before unsaved changes are discarded, for `useConfirm()`. */
export const discardQuestion = {
  title: s.discardQuestion,
  body: s.discardText,
  confirmLabel: s.discard,
  cancelLabel: s.keepEditing,
  danger: true,
}

const leaveQuestion = {
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
    if (await confirm(leaveQuestion)) blocker.proceed?.()
    else blocker.reset?.()
  })
  useEffect(() => {
    if (blocker.state === 'blocked') void ask()
    // The effect runs for each new blocker, because each attempt to leave the page has its own.
  }, [blocker])
  useEffect(() => {
    if (!isDirty) return
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      // People who are logging out have already been asked about unsaved changes, so the browser does not ask again.
      if (currentSession().status !== 'anonymous') event.preventDefault()
    }
    window.addEventListener('beforeunload', onBeforeUnload)
    registerUnsavedChanges(true)
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload)
      registerUnsavedChanges(false)
    }
  }, [isDirty])
}
