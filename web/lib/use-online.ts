import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** False while the browser knows that it has no network. True says nothing about the server. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
