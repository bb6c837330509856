import { useLayoutEffect, type RefObject } from 'react'

/** What toasts leave clear: the main button of a page or dialog, and whatever is marked. */
const KEPT_CLEAR = '.bg-primary:is(a, button), [data-keep-clear]'
const GAP_PX = 4
/** Until a dialog that is closing has gone. */
const SETTLED_MS = 250

/**
 * Below 64rem there is no corner that is always free: puts a fixed box under the bar, at the bottom or at the top,
 * wherever it covers no main button. Places it again whenever `content` changes.
 */
export function useClearPlace(box: RefObject<HTMLElement | null>, content: unknown): void {
  useLayoutEffect(() => {
    const place = () => {
      if (box.current) placeClear(box.current)
    }
    place()
    const timer = setTimeout(place, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [box, content])
}

function placeClear(box: HTMLElement): void {
  box.style.top = ''
  if (!window.matchMedia('(width < 64rem)').matches) return
  const { left, right, height } = box.getBoundingClientRect()
  const kept = [...document.querySelectorAll(KEPT_CLEAR)]
    .map((one) => visibleRect(one, box))
    .filter((rect) => rect !== null)
  const isClear = (top: number) =>
    kept.every((rect) => rect.right <= left || rect.left >= right || rect.bottom <= top || rect.top >= top + height)
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const foot = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect().top ?? window.innerHeight
  const top = [bar + GAP_PX, foot - height - GAP_PX, GAP_PX].find(isClear)
  if (top !== undefined) box.style.top = `${top}px`
}

/** Where something can be seen; null for what is out of sight or under a dialog. */
function visibleRect(element: Element, box: HTMLElement): DOMRect | null {
  const rect = element.getBoundingClientRect()
  if (rect.width === 0) return null
  const above = document.elementsFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2)
  const first = above.find((one) => !box.contains(one))
  return first && element.contains(first) ? rect : null
}
