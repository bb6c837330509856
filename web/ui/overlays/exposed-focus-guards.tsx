import { useEffect } from 'react'

/**
 * Rendered in every popup. At each edge of an open popup the library puts an empty span that catches the focus and
 * passes it on, with `aria-hidden`. Focusable elements must not be hidden, so this removes the attribute while the
 * popup is open; screen readers read nothing for an empty span.
 */
export function ExposedFocusGuards() {
  useEffect(() => {
    const expose = () => {
      for (const guard of document.querySelectorAll('[data-base-ui-focus-guard][aria-hidden]'))
        guard.removeAttribute('aria-hidden')
    }
    expose()
    // The library renders the guards after their popup.
    const observer = new MutationObserver(expose)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return null
}
