import { useLayoutEffect, type RefObject } from 'react'

/** Shows the right end first when the element is wider than its place: the newest bars of a chart. */
export function useScrolledToEnd(ref: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    if (ref.current) ref.current.scrollLeft = ref.current.scrollWidth
  }, [ref, count])
}
