import { useLayoutEffect, useRef, type RefObject } from 'react'

/** A place that is no control takes the focus for once, without a ring around all of it. */
function focusOnce(place: HTMLElement): void {
  const wasFocusable = place.hasAttribute('tabindex')
  if (!wasFocusable) place.tabIndex = -1
  place.style.outline = 'none'
  place.addEventListener(
    'blur',
    () => {
      if (!wasFocusable) place.removeAttribute('tabindex')
      place.style.outline = ''
    },
    { once: true },
  )
  place.focus({ preventScroll: true })
}

/**
 * For a part that goes away by its own button («Try again»): when it goes with the focus inside, the focus moves to what
 * stands in its place then, or to the place around it; the browser would lose it to the top of the page.
 */
export function usePassOnFocus<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useLayoutEffect(() => {
    const self = part.current
    if (!self) return
    return () => {
      const around = self.parentElement
      if (!around || !self.contains(document.activeElement)) return
      const index = [...around.children].indexOf(self)
      // What takes its place is drawn in the same step, after this.
      queueMicrotask(() => {
        const inPlace = around.children[index]
        const target = inPlace instanceof HTMLElement ? inPlace : around
        // A page that was left has its own place for the focus.
        if (target.isConnected && !around.contains(document.activeElement)) focusOnce(target)
      })
    }
  }, [])
  return part
}
