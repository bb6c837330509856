import { useState } from 'react'
import type { ApiError } from '#shared/lib/http-client.ts'
import { isUnanswered, isUnprocessed } from '#web/lib/api-errors.ts'
import type { ToastMessage } from '#web/ui/overlays/toast.ts'

type Texts = {
  /** The toast after a call without an answer: nobody knows whether the server has changed anything. */
  unknown: string
  /** The toast after a refusal: the server has changed nothing. */
  failed: string
}

/**
 * Handles a call that got no answer, although the server may have done it: it chooses the message, and `isUnknown` is
 * true until an answer comes. The form must then be locked, so that it can only be sent again unchanged, because the
 * server does a repeated call with the same content only once. `onKnown` is called when a refusal says that nothing was
 * done.
 */
export function useUnknownOutcome({ unknown, failed: notDone }: Texts, onKnown?: () => void) {
  const [isUnknown, setIsUnknown] = useState(false)
  const isStillUnknown = (error: ApiError) => isUnanswered(error) || (isUnknown && isUnprocessed(error))
  const failed = (error: ApiError, others: string[]): ToastMessage | null => {
    if (isStillUnknown(error)) return { title: unknown, description: others.join('\n'), seconds: 8 }
    return others.length === 0 ? null : { title: notDone, description: others.join('\n') }
  }
  const onFailed = (error: ApiError) => {
    setIsUnknown(isStillUnknown(error))
    if (!isStillUnknown(error)) onKnown?.()
  }
  return { isUnknown, failed, onFailed }
}
