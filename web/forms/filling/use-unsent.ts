import { useCallback, useEffect, useRef, useState } from 'react'
import type { Signature } from '#shared/forms/signing-contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { now } from '#web/lib/use-now.ts'
import { dropSignature, keepDeviceDraft, unsentSignatures } from './device-drafts.ts'

/**
 * The milliseconds after which signatures are sent again while the connection is lost; they are also sent when it
 * returns.
 */
const RETRY_MS = 15_000

/** True when the call got no answer or the server was busy, so that the same signature may be sent again later. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/**
 * A signature with the time at which it is sent. From this time and the time of signing, the server computes how long
 * ago the form was signed, so that a wrong clock of the device changes nothing.
 */
export const withSendingTime = (signature: Signature): Signature => ({ ...signature, sent_at: now().toISOString() })

/**
 * True when the server has neither stored nor refused the signature, because somebody has to log in or end a hand-over
 * first.
 */
const isSentLater = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof ApiError && (error.status === 401 || error.code === 'handed_over'))

type OnRefused = (error: unknown, signature: Signature) => void

type Options = {
  scope: string
  send: (signature: Signature) => Promise<unknown>
  /** Called when the server has refused a signature, so that the client can look at the form again. */
  onRefused: OnRefused
}

/**
 * Sends the kept signatures of a scope, one after the other, until one gets no answer. If the server refuses a
 * signature, its answers become a draft again, because they are stored nowhere else.
 */
async function sendUnsent({ scope, send, onRefused }: Options): Promise<void> {
  for (const signature of unsentSignatures(scope)) {
    try {
      await send(withSendingTime(signature))
      dropSignature(scope, signature.id)
    } catch (error) {
      if (isSentLater(error)) return
      dropSignature(scope, signature.id)
      keepDeviceDraft(scope, signature.form_version_id, signature.answers)
      onRefused(error, signature)
    }
  }
}

/**
 * Sends signatures that were made without a connection, one after the other, until the server has each of them. The
 * ids of the signatures make sure that none is stored twice, however often it is sent.
 */
export function useUnsent({ scope, send, onRefused }: Options) {
  const [count, setCount] = useState(() => unsentSignatures(scope).length)
  const latest = useRef({ send, onRefused })
  latest.current = { send, onRefused }
  const running = useRef<Promise<void> | null>(null)
  const refresh = useCallback(() => setCount(unsentSignatures(scope).length), [scope])
  const flush = useCallback((): Promise<void> => {
    running.current ??= sendUnsent({ scope, ...latest.current }).finally(() => {
      running.current = null
      refresh()
    })
    return running.current
  }, [scope, refresh])
  useEffect(() => {
    void flush()
    const onOnline = () => void flush()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [flush])
  useEffect(() => {
    if (count === 0) return
    const timer = setInterval(() => void flush(), RETRY_MS)
    return () => clearInterval(timer)
  }, [count, flush])
  return { count, flush, refresh }
}
