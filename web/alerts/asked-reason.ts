import { useSyncExternalStore } from 'react'
import type { Override, VisitQuestion, VisitStep } from '#shared/alerts/questions.ts'

/** A visit that is refused without a reason. `answer` sends the call again with the reason; null cancels it. */
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

/** The refused visit that was asked about last. It stays after the answer, so that its dialog can fade. */
export const useAskedReason = (): AskedReason | null => useSyncExternalStore(subscribe, () => latest)

/** Shows the questions of a refused visit; returns false on pages that show none. */
export function showQuestions(asked: AskedReason): boolean {
  if (listeners.size === 0) return false
  latest = asked
  for (const notify of listeners) notify()
  return true
}
