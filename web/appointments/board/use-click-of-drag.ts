import { useRef } from 'react'

/** Ignores the click that ends a drag, but not later clicks or Enter. */
export function useClickOfDrag() {
  const wasDragged = useRef(false)
  const set = (next: boolean) => {
    wasDragged.current = next
  }
  /** The drag has ended, and its click, if any, has already fired. */
  const end = () => void setTimeout(() => set(false))
  /** The drag ends before the button is released, which fires the click. */
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
