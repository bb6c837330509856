import { useEffect, useRef, type KeyboardEvent } from 'react'

/**
 * Removes `aria-hidden` from a popup's focus guards; rendered in every popup. The guards are empty spans that the
 * library puts at each edge of an open popup, to catch the focus and pass it on. Focusable elements must not be hidden
 * from screen readers, which read nothing for an empty span anyway.
 */
export function ExposedFocusGuards() {
  useEffect(() => {
    const expose = () => {
      for (const guard of document.querySelectorAll('[data-base-ui-focus-guard][aria-hidden]'))
        guard.removeAttribute('aria-hidden')
    }
    expose()
    // A MutationObserver waits for the focus guards, because the library renders them after their popup.
    const observer = new MutationObserver(expose)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return null
}

/** A key event in a text box of the component library; the added method stops the library's handling. */
export type LibraryKeyEvent = KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler?: () => void }

/**
 * While a suggestion list is open, the library hides the rest of the page from assistive technology, although the focus
 * stays in the text box and Tab leads to hidden elements. This removes the hiding.
 */
function useKeepPageReadable() {
  const observer = useRef<MutationObserver | null>(null)
  const stop = () => observer.current?.disconnect()
  const start = () => {
    stop()
    observer.current = new MutationObserver((changes) => {
      for (const { target, oldValue } of changes)
        if (oldValue === null && target instanceof Element) target.removeAttribute('aria-hidden')
    })
    observer.current.observe(document.body, {
      subtree: true,
      attributeFilter: ['aria-hidden'],
      attributeOldValue: true,
    })
  }
  useEffect(() => stop, [])
  return { start, stop }
}

/**
 * The library clears a closed combobox on Escape. In a dialog that would clear a person's choice with the key that
 * closes the dialog. With these two handlers, the first Escape closes the list, and the next one closes the dialog and
 * clears nothing.
 */
export function useKeepValueOnEscape() {
  const open = useRef(false)
  const readable = useKeepPageReadable()
  return {
    onOpenChange: (next: boolean) => {
      open.current = next
      if (next) readable.start()
      else readable.stop()
    },
    onKeyDown: (event: LibraryKeyEvent) => {
      if (event.key === 'Escape' && !open.current) event.preventBaseUIHandler?.()
    },
  }
}
