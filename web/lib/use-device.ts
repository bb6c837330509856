import { useCallback, useSyncExternalStore, useEffect, useRef, useState, useLayoutEffect } from 'react'

/** True while the media query matches; false on the server. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** True below 768 px, where pages have one column and sheets open from the bottom. */
export const useIsPhone = (): boolean => useMediaQuery('(width < 48rem)')

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** False when the browser knows that the device is offline. True does not mean that the server can be reached. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeOnline, () => navigator.onLine)

/** The factor by which content of this width must be scaled down to fit into `box`; never above 1. */
export function useScale(width: number) {
  const box = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(width)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => entry && setAvailable(entry.contentRect.width))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return { box, scale: Math.min(1, available / width) }
}

/**
 * Enlarges touch targets on the till's pages (`--touch`, `--field` in tokens.css). Set on the root element, because
 * dialogs are outside of the page.
 */
export function useLargeTargets(): void {
  useLayoutEffect(() => {
    const page = document.documentElement
    page.dataset.place = 'till'
    return () => {
      delete page.dataset.place
    }
  }, [])
}
