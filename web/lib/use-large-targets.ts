import { useLayoutEffect } from 'react'

/**
 * Enlarges touch targets on the till's pages (`--touch`, `--field` in tokens.css). Set on the root element, because
 * dialogs are outside of the page.
 */
export function useLargeTargets(): void {
  useLayoutEffect(() => {
    const page = document.documentElement
    page.dataset.place = 'till'
    return () => {
      delete page.dataset.place
    }
  }, [])
}
