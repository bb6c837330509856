import { useLayoutEffect } from 'react'

/**
 * What fingers press and type in is larger while a page of the till is shown (`--touch`, `--field` in tokens.css). It stands
 * on the root, since dialogs are no part of the page that opens them.
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
