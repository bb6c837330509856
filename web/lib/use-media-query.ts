import { useCallback, useSyncExternalStore } from 'react'

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

/** Below 768 px: one column, and sheets from the bottom. */
export const useIsPhone = (): boolean => useMediaQuery('(width < 48rem)')
