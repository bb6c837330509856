import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { placeholderClinic } from '#shared/clinic/public-profile.ts'
import { BookingPage } from '#web/appointments/booking/booking-page.tsx'
import { LandingPage } from '#web/landing/landing-page.tsx'

const pages: Record<string, () => ReactNode> = {
  'landing.html': () => <LandingPage clinic={placeholderClinic} />,
  'booking.html': () => <BookingPage clinic={placeholderClinic} />,
}

const EMPTY_ROOT = '<div id="root"></div>'
const STYLE_SHEET = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/

/** The page's words as HTML, with tokens where the server puts the clinic's. */
function markupOf(page: ReactNode): string {
  const html = renderToString(page)
  const forbidden = / style="|<style|<script/.exec(html)
  if (forbidden) throw new Error(`the policy of the page forbids ${forbidden[0]} in prerendered HTML`)
  return html
}

/** The style sheet stands in the page itself (the server allows it by its hash): one round trip less to the first paint. */
async function withInlinedCss(html: string, webRoot: string): Promise<string> {
  const link = STYLE_SHEET.exec(html)
  if (!link) throw new Error('the built page has no style sheet')
  const css = await readFile(path.join(webRoot, link[1]!), 'utf8')
  if (css.includes('</')) throw new Error('the style sheet would end the style element')
  return html.replace(link[0], () => `<style>${css.trim()}</style>`)
}

/** Fills the built landing and booking pages in `webRoot` with their first view, so that they show before any script runs. */
export async function prerender(webRoot: string): Promise<void> {
  for (const [name, page] of Object.entries(pages)) {
    const file = path.join(webRoot, name)
    const html = await readFile(file, 'utf8')
    if (!html.includes(EMPTY_ROOT)) throw new Error(`${name} has no empty root: build it anew first`)
    const filled = html.replace(EMPTY_ROOT, () => `<div id="root">${markupOf(page())}</div>`)
    await writeFile(file, await withInlinedCss(filled, webRoot))
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await prerender(path.resolve('dist/web'))
