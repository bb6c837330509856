import { startTransition, useEffect, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import type { Site } from '#shared/website/site.ts'

/**
 * Hydrates a prerendered page, in small pieces that let a slow phone answer a tap in between. What somebody typed or sent
 * before is kept. Under Vite's own server, where nothing is prerendered, the page is rendered.
 *
 * A form of such a page has `method="dialog"`: until its scripts are there the browser itself sends it, and any other
 * method would put the password into the address or leave the page.
 */
export async function hydratePage(load: () => Promise<ReactNode>): Promise<void> {
  const root = document.getElementById('root')!
  if (!root.firstElementChild) return createRoot(root).render(await load())
  // Before anything is awaited: the form can be filled in and sent from now on.
  const replay = recordInput(root)
  const page = await load()
  startTransition(() => {
    hydrateRoot(root, <Hydrated onHydrated={replay}>{page}</Hydrated>)
  })
}

function Hydrated({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated])
  return children
}

/** Records what is typed and sent in the prerendered page; the result gives it to the hydrated one, once. */
function recordInput(root: HTMLElement): () => void {
  const typed = new Map<HTMLInputElement, string>()
  let sent: HTMLFormElement | undefined
  const onInput = ({ target }: Event) => target instanceof HTMLInputElement && typed.set(target, target.value)
  const onSubmit = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    sent = event.target as HTMLFormElement
  }
  for (const input of root.querySelectorAll('input'))
    if (input.value !== input.defaultValue) typed.set(input, input.value)
  root.addEventListener('input', onInput, true)
  root.addEventListener('submit', onSubmit, true)
  return () => {
    root.removeEventListener('input', onInput, true)
    root.removeEventListener('submit', onSubmit, true)
    for (const [input, value] of typed) type(input, value)
    typed.clear()
    sent?.requestSubmit()
    sent = undefined
  }
}

/** Types into a field that React knows. The prototype's setter is used, since React's own hides the change from it. */
function type(input: HTMLInputElement, value: string): void {
  if (input.value === value) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
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
