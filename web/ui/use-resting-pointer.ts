import { useCallback, useEffect, useRef } from 'react'

type Point = { clientX: number; clientY: number }

/** A hand that holds still moves no more than this. */
const STILL_PX = 4

/**
 * Tells pointing at something from lying there already when it came up. `markRest` when it comes up; `isResting` while
 * the pointer of a mouse event has not moved since.
 */
export function useRestingPointer() {
  const last = useRef<Point | null>(null)
  const rest = useRef<Point | null>(null)
  useEffect(() => {
    const note = ({ clientX, clientY }: PointerEvent) => {
      last.current = { clientX, clientY }
    }
    window.addEventListener('pointermove', note, { capture: true, passive: true })
    return () => window.removeEventListener('pointermove', note, { capture: true })
  }, [])
  const markRest = useCallback(() => {
    rest.current = last.current
  }, [])
  const isResting = useCallback(({ clientX, clientY }: Point) => {
    const from = rest.current
    // Not seen at all yet: it has lain there since before the page listened.
    if (from === null) return last.current === null
    return Math.hypot(clientX - from.clientX, clientY - from.clientY) < STILL_PX
  }, [])
  return { markRest, isResting }
}
