import { useEffect, useEffectEvent } from 'react'

/**
 * Redirects from a page that no longer exists (its last row is gone, or an old link) to the last one. `pages` is
 * undefined until known.
 */
export function useExistingPage(page: number, pages: number | undefined, show: (page: number) => void): void {
  const isGone = pages !== undefined && page > pages
  const showLast = useEffectEvent(() => pages !== undefined && show(pages))
  useEffect(() => {
    if (isGone) showLast()
  }, [isGone, pages])
}
