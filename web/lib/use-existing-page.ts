import { useEffect, useEffectEvent } from 'react'

/**
 * Leads from a page that is gone (its last row was deleted or has moved on, an old link) to the last one there is.
 * `pages` is undefined while it is not known.
 */
export function useExistingPage(page: number, pages: number | undefined, show: (page: number) => void): void {
  const isGone = pages !== undefined && page > pages
  const showLast = useEffectEvent(() => pages !== undefined && show(pages))
  useEffect(() => {
    if (isGone) showLast()
  }, [isGone, pages])
}
