import { useEffect, useRef } from 'react'
import { useLocation, useMatches } from 'react-router'
import { navigationSentences as s } from '#shared/lib/navigation-sentences.ts'
import { pathnameOf } from '#web/lib/paths.ts'

const titleOf = (handle: unknown) =>
  typeof handle === 'object' && handle !== null && 'title' in handle ? String(handle.title) : null

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
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [path])
}
