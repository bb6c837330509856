import { useRef } from 'react'
import type { CallOptions } from '#shared/lib/http-client.ts'
import { newUuid } from '#web/lib/new-uuid.ts'

/** The same input keeps its key until it is answered, so that a retry after a lost response runs only once. */
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
