import { useEffect, useRef } from 'react'
import { useLocation, useMatches } from 'react-router'
import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'
import { pathnameOf } from '#web/lib/paths.ts'

const titleOf = (handle: unknown) =>
  typeof handle === 'object' && handle !== null && 'title' in handle ? String(handle.title) : null

/** A menu that was opened while the page was still on its way; taking the focus from it would close it under the finger. */
const isInOpenPopup = () => document.activeElement?.closest('[role=menu][data-open], [role=dialog][data-open]')

/** Every page has its own title; arriving at another one moves the focus to its content, as a page load would. */
export function usePageArrival(): void {
  const matches = useMatches()
  const title = titleOf(matches.at(-1)?.handle)
  const path = pathnameOf(useLocation().pathname)
  const seen = useRef(path)
  useEffect(() => {
    document.title = title ? `${title} · ${s.product}` : s.product
  }, [title])
  useEffect(() => {
    if (seen.current === path) return
    seen.current = path
    if (!isInOpenPopup()) document.getElementById('main')?.focus({ preventScroll: true })
  }, [path])
}
