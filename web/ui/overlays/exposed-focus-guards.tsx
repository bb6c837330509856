import { useEffect } from 'react'

/**
 * Stands in every popup. The library puts an empty span at each edge of an open popup, which takes the focus for a moment
 * to send it on, and hides that span from assistive technology. A focusable element must not be hidden: the attribute goes
 * as long as the popup is open, and the empty span is read as nothing.
 */
export function ExposedFocusGuards() {
  useEffect(() => {
    const expose = () => {
      for (const guard of document.querySelectorAll('[data-base-ui-focus-guard][aria-hidden]'))
        guard.removeAttribute('aria-hidden')
    }
    expose()
    // Guards are drawn after their popup.
    const observer = new MutationObserver(expose)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return null
}
