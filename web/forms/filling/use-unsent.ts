import { useCallback, useEffect, useRef, useState } from 'react'
import type { Signature } from '#shared/forms/signing-contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { dropSignature, unsentSignatures } from './device-drafts.ts'

/** How often signatures are sent again while the connection is lost, besides at its return. */
const RETRY_MS = 15_000

/** True when the call got no answer or the server was busy, so that the same signature may be sent again later. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

type Options = {
  scope: string
  send: (signature: Signature) => Promise<unknown>
  /** Called when the server has refused a signature, so that the client can look at the form again. */
  onRefused: (error: unknown) => void
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
    const run = async () => {
      for (const signature of unsentSignatures(scope)) {
        try {
          await latest.current.send(signature)
        } catch (error) {
          if (isUnanswered(error)) return
          latest.current.onRefused(error)
        }
        dropSignature(scope, signature.id)
      }
    }
    running.current ??= run().finally(() => {
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
