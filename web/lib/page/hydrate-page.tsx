import { startTransition, useEffect, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import type { Site } from '#shared/website/site.ts'
import { HYDRATED } from './record-input.ts'

/**
 * Hydrates a prerendered page in small steps, so that a slow phone can react to taps in between. Earlier input is
 * replayed by `start-page.ts`, which runs first. Under Vite's server, where nothing is prerendered, the page is
 * rendered. Forms have `method="dialog"`: before hydration the browser submits them itself, and other methods would put
 * the password into the URL or leave the page.
 */
export async function hydratePage(load: () => Promise<ReactNode>): Promise<void> {
  const root = document.getElementById('root')!
  if (!root.firstElementChild) return createRoot(root).render(await load())
  const page = await load()
  startTransition(() => {
    hydrateRoot(root, <Hydrated>{page}</Hydrated>)
  })
}

/** Reports that the page is hydrated. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    window.dispatchEvent(new Event(HYDRATED))
  }, [])
  return children
}

const embeddedText = (id: string) => document.getElementById(id)?.textContent?.trim() ?? ''

/** Reads the clinic's data, which the server wrote into the page. */
export async function readClinic(): Promise<PublicClinic> {
  const text = embeddedText('clinic')
  // Under Vite's server the placeholders are not filled in, so ask the API.
  if (import.meta.env.DEV && text.startsWith('{{')) return fetchClinic()
  return JSON.parse(text) as PublicClinic
}

/** Reads the website's data, which the server wrote into the landing page. */
export async function readSite(): Promise<Site> {
  const text = embeddedText('website')
  if (import.meta.env.DEV && text.startsWith('{{')) return fetchSite()
  return JSON.parse(text) as Site
}

async function fetchSite(): Promise<Site> {
  const [{ api }, { websiteContract }] = await Promise.all([
    import('#web/lib/api.ts'),
    import('#shared/website/contract.ts'),
  ])
  return (await api(websiteContract.read, {})).data
}

async function fetchClinic(): Promise<PublicClinic> {
  const [{ api }, { clinicContract }, { publicClinic }] = await Promise.all([
    import('#web/lib/api.ts'),
    import('#shared/clinic/contract.ts'),
    import('#shared/clinic/public-profile.ts'),
  ])
  return publicClinic((await api(clinicContract.read, {})).data)
}
