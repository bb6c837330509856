import { startTransition, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

/**
 * Wakes a prerendered page up, in small pieces that let a slow phone answer a tap in between; under Vite's own server,
 * where nothing is prerendered, it draws it.
 */
export function hydratePage(page: ReactNode): void {
  const root = document.getElementById('root')!
  if (!root.firstElementChild) createRoot(root).render(page)
  else
    startTransition(() => {
      hydrateRoot(root, page)
    })
}
