import { useEffect, useSyncExternalStore } from 'react'

/** Staff screens have a dark theme, stored on the device; public pages are always light. */
type Theme = 'light' | 'dark'

const KEY = 'mutya.theme'
const listeners = new Set<() => void>()

// If storage is disabled (private mode, policy), the choice lasts as long as the page.
let inMemory: Theme = 'light'

function readTheme(): Theme {
  try {
    return localStorage.getItem(KEY) === 'dark' ? 'dark' : 'light'
  } catch {
    return inMemory
  }
}

export function setTheme(theme: Theme): void {
  inMemory = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Storage is disabled, so the choice is kept only in memory.
  }
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === KEY && listener()
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** The stored theme; follows changes in other tabs. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, () => 'light')

/** Applies the stored theme while a staff layout is mounted. */
export function useStaffTheme(): void {
  const theme = useTheme()
  useEffect(() => {
    const page = document.documentElement
    if (theme === 'dark') page.dataset.theme = 'dark'
    else delete page.dataset.theme
    return () => {
      delete page.dataset.theme
    }
  }, [theme])
}
