import { useRef } from 'react'

/** The click that ends a drag opens nothing; every later one, and Enter, does. */
export function useClickOfDrag() {
  const wasDragged = useRef(false)
  const set = (next: boolean) => {
    wasDragged.current = next
  }
  /** The drag is over: the click, if there is one, has come by then. */
  const end = () => void setTimeout(() => set(false))
  /** The drag is over before the pointer is up: the click comes with that. */
  const endOnceUp = () => {
    if (!wasDragged.current) return
    const over = new AbortController()
    const up = () => {
      over.abort()
      end()
    }
    for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, up, { signal: over.signal })
  }
  return { isOfDrag: () => wasDragged.current, begin: () => set(true), forget: () => set(false), end, endOnceUp }
}
