import { useSyncExternalStore } from 'react'
import type { Override, VisitQuestion, VisitStep } from '#shared/alerts/questions.ts'

/**
 * A visit that the server refuses to book or start without a reason. `answer` sends the call again with the reason;
 * null cancels the call.
 */
export type AskedReason = {
  step: VisitStep
  questions: readonly VisitQuestion[]
  answer: (override: Override | null) => void
}

let latest: AskedReason | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) latest = null
  }
}

/**
 * The refused visit about which the person was asked last. It is kept after the person has answered, so that its dialog
 * can fade out.
 */
export const useAskedReason = (): AskedReason | null => useSyncExternalStore(subscribe, () => latest)

/**
 * Opens the dialog that lists why a visit was refused and asks for a reason to book or start it anyway. Returns false
 * if the page has no such dialog.
 */
export function showQuestions(asked: AskedReason): boolean {
  if (listeners.size === 0) return false
  latest = asked
  for (const notify of listeners) notify()
  return true
}
