import { clsx } from 'clsx'
import { useLayoutEffect, useRef, useState, type ComponentProps, type RefObject } from 'react'

/** A scrolling area that is focusable only while it can scroll. */
export function ScrollBox({ className, ...rest }: ComponentProps<'div'>) {
  const box = useRef<HTMLDivElement>(null)
  const overflows = useOverflows(box)
  return (
    <div
      {...rest}
      ref={box}
      tabIndex={overflows ? 0 : undefined}
      className={clsx('overflow-auto overscroll-contain focus-visible:-outline-offset-3', className)}
    />
  )
}

/** True while the content exceeds the element. Observes its size and its children's. */
function useOverflows(ref: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () =>
      setOverflows(element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1)
    const sizes = new ResizeObserver(measure)
    const observeChildren = () => {
      sizes.disconnect()
      sizes.observe(element)
      for (const child of element.children) sizes.observe(child)
    }
    const children = new MutationObserver(observeChildren)
    children.observe(element, { childList: true })
    observeChildren()
    return () => {
      sizes.disconnect()
      children.disconnect()
    }
  }, [ref])
  return overflows
}
