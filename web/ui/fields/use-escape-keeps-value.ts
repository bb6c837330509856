import { useEffect, useRef, type KeyboardEvent } from 'react'

/** A key in a text box of the component library, which handles it unless told not to. */
export type LibraryKeyEvent = KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler?: () => void }

/**
 * While a list of suggestions is open, the library hides the rest of the page from assistive technology, although the
 * focus stays in the text box and Tab leaves for what is hidden. This takes the hiding back as it is set.
 */
function usePageStaysReadable() {
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
 * The library empties a closed combobox on Escape. In a dialog that would lose a person's choices on the key that
 * closes the dialog: with these two, Escape closes the list first and then belongs to the dialog.
 */
export function useEscapeKeepsValue() {
  const open = useRef(false)
  const readable = usePageStaysReadable()
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
