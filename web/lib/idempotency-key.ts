import { useRef } from 'react'
import type { CallOptions } from '#shared/lib/http-client.ts'

/** A random UUID (version 4). `crypto.randomUUID` is missing on plain http. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * The same input keeps its key until the server has responded, so that a retry after a lost response is executed only
 * once.
 */
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
