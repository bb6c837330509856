import { startTransition, useEffect, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import type { Site } from '#shared/website/site.ts'
import { HYDRATED } from './record-input.ts'

/**
 * Hydrates a prerendered page, in small pieces that let a slow phone answer a tap in between. What somebody typed, pressed
 * or sent before is given to it by `start-page.ts`, which the page ran first. Under Vite's own server, where nothing is prerendered, the page is rendered.
 *
 * A form of such a page has `method="dialog"`: until its scripts are there the browser itself sends it, and any other
 * method would put the password into the address or leave the page.
 */
export async function hydratePage(load: () => Promise<ReactNode>): Promise<void> {
  const root = document.getElementById('root')!
  if (!root.firstElementChild) return createRoot(root).render(await load())
  const page = await load()
  startTransition(() => {
    hydrateRoot(root, <Hydrated>{page}</Hydrated>)
  })
}

/** Says that the page is awake. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    window.dispatchEvent(new Event(HYDRATED))
  }, [])
  return children
}

const dataOnPage = (id: string) => document.getElementById(id)?.textContent?.trim() ?? ''

/** The clinic's data as the server wrote it into this page. */
export async function clinicOnPage(): Promise<PublicClinic> {
  const text = dataOnPage('clinic')
  // Under Vite's own server nobody filled the page in: ask as the rest of the app does.
  if (import.meta.env.DEV && text.startsWith('{{')) return clinicFromServer()
  return JSON.parse(text) as PublicClinic
}

/** The website as the server wrote it into the landing page. */
export async function siteOnPage(): Promise<Site> {
  const text = dataOnPage('website')
  if (import.meta.env.DEV && text.startsWith('{{')) return siteFromServer()
  return JSON.parse(text) as Site
}

async function siteFromServer(): Promise<Site> {
  const [{ api }, { websiteContract }] = await Promise.all([
    import('#web/lib/api.ts'),
    import('#shared/website/contract.ts'),
  ])
  return (await api(websiteContract.read, {})).data
}

async function clinicFromServer(): Promise<PublicClinic> {
  const [{ api }, { clinicContract }, { publicClinic }] = await Promise.all([
    import('#web/lib/api.ts'),
    import('#shared/clinic/contract.ts'),
    import('#shared/clinic/public-profile.ts'),
  ])
  return publicClinic((await api(clinicContract.read, {})).data)
}
