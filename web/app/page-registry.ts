import type { ComponentType } from 'react'

type PageModule = { default: ComponentType }

/** Every page file of the features, loaded when its route is opened. The two prerendered pages are documents of their own. */
const modules = import.meta.glob<PageModule>([
  '../*/*-page.tsx',
  '../*/*/*-page.tsx',
  '!../app/**',
  '!../kit/**',
  '!../landing/**',
  '!../appointments/booking/booking-page.tsx',
])

/** `users/users-page.tsx` and so on: the pages there are. */
export const hasPage = (file: string): boolean => `../${file}` in modules

export async function loadPage(file: string): Promise<ComponentType> {
  const load = modules[`../${file}`]
  if (!load) throw new Error(`there is no page ${file}`)
  return (await load()).default
}
