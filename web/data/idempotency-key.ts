import { useRef } from 'react'
import type { CallOptions } from '#shared/lib/http-client.ts'
import { newUuid } from '#web/lib/new-uuid.ts'

/** The same input has the same key until it was answered: sent again after a lost answer, it is not done twice. */
export function useIdempotencyKey(isNeeded = true) {
  const last = useRef<{ input: string; key: string } | null>(null)
  return {
    of: (input: unknown): CallOptions => {
      if (!isNeeded) return {}
      const text = JSON.stringify(input)
      if (last.current?.input !== text) last.current = { input: text, key: newUuid() }
      return { idempotencyKey: last.current.key }
    },
    forget: () => {
      last.current = null
    },
  }
}
