import { useEffect, useRef, type ComponentProps } from 'react'

/** Content that opens inside a scrolling area and is scrolled fully into view when it appears. */
export function ScrollIntoView(props: ComponentProps<'div'>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Use a body without return value: newer browsers return a promise, which React would call as the effect's
    // clean-up.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <div {...props} ref={place} />
}
