import { useEffect, useState, type ComponentType } from 'react'
import { colourProperties } from '#shared/clinic/colours.ts'
import type { Part } from '#shared/website/content.ts'
import type { Site } from '#shared/website/site.ts'
import type { LandingProps } from './landing-page.tsx'
import { words } from './messages.ts'

/**
 * Sets the colours of the page as CSS properties from a script, because the Content-Security-Policy allows no inline
 * style sheet.
 */
function showColours(choice: Site['colours']): void {
  const { style } = document.documentElement
  for (const [property] of colourProperties('plum')) style.removeProperty(property)
  for (const [property, value] of colourProperties(choice)) style.setProperty(property, value)
}

/** The height of the sticky header in pixels. */
const BAR = 72

/** Scrolls the edited part into view once it exists; the window around the frame does not scroll. */
function usePartInSight(part: Part, { sections }: Site): void {
  const isSection = (sections as readonly Part[]).includes(part)
  useEffect(() => {
    const top = isSection ? document.getElementById(part)!.getBoundingClientRect().top + window.scrollY - BAR : 0
    if (isSection || part === 'hero' || part === 'look') window.scrollTo({ top })
  }, [part, isSection])
}

/** Names the landmarks of the previewed page, because the editor around the frame has a header and a main part too. */
function nameLandmarks(): void {
  for (const landmark of ['header', 'main']) document.querySelector(landmark)?.setAttribute('aria-label', words.preview)
}

/**
 * The landing page as in the website's draft, which the editor around it updates while somebody types. Its links are
 * disabled.
 */
export function Preview({ Page, clinic, site }: LandingProps & { Page: ComponentType<LandingProps> }) {
  const [shown, setShown] = useState(site)
  const [part, setPart] = useState<Part>('hero')
  usePartInSight(part, shown)
  useEffect(() => {
    if (window.parent === window) return
    const onMessage = ({ origin, source, data }: MessageEvent<{ site?: Site; part?: Part }>) => {
      if (origin !== window.location.origin || source !== window.parent) return
      if (data.site) setShown(data.site)
      if (data.part) setPart(data.part)
    }
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault()
    }
    window.addEventListener('message', onMessage)
    document.addEventListener('click', onClick, true)
    window.parent.postMessage({ isPreviewReady: true }, window.location.origin)
    return () => {
      window.removeEventListener('message', onMessage)
      document.removeEventListener('click', onClick, true)
    }
  }, [])
  useEffect(nameLandmarks, [])
  useEffect(() => showColours(shown.colours), [shown.colours])
  return <Page clinic={clinic} site={shown} isPreview />
}
