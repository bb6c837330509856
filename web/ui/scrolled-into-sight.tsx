import { useEffect, useRef, type ComponentProps } from 'react'

/** What opens inside a scrolling area: it is scrolled into sight as a whole when it appears. */
export function ScrolledIntoSight(props: ComponentProps<'div'>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which React would call as the clean-up of the effect.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <div {...props} ref={place} />
}
