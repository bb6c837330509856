import { useRef } from 'react'

/** The click that ends a drag opens nothing; every later one, and Enter, does. */
export function useClickOfDrag() {
  const wasDragged = useRef(false)
  // The click, if there is one, has come by then.
  const forgetDrag = () =>
    void setTimeout(() => {
      wasDragged.current = false
    })
  /** For a drag that ends before the pointer is up: the click comes with that. */
  const forgetOnceUp = () => {
    if (!wasDragged.current) return
    const over = new AbortController()
    const up = () => {
      over.abort()
      forgetDrag()
    }
    for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, up, { signal: over.signal })
  }
  return { wasDragged, forgetDrag, forgetOnceUp }
}
