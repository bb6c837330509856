import { useEffect, useSyncExternalStore } from 'react'

/** Staff screens have a dark theme, remembered on the device; the public pages are always light. */
type Theme = 'light' | 'dark'

const KEY = 'mutya.theme'
const listeners = new Set<() => void>()

// A browser may refuse storage altogether (private mode, policy): the choice then lives as long as the page.
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
    // Kept in memory above.
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

/** The remembered theme; follows a change in another tab. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, () => 'light')

/** Puts the remembered theme on the page while a staff layout is mounted, and takes it off when it leaves. */
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
