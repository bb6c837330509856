import { useEffect, useRef, useState } from 'react'

/** How much a screen of this width must be scaled down to fit; never above 1. */
export function useScale(width: number) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState(width)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => entry && setPlace(entry.contentRect.width))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return { box, scale: Math.min(1, place / width) }
}
