import { createHash } from 'node:crypto'
import { coloursAsCss } from '#shared/clinic/colours.ts'
import { HERO_SIZES, srcSetOf } from '#shared/website/pictures.ts'
import type { Site } from '#shared/website/site.ts'
import { CLINIC_TEXTS, type ClinicText, type PublicClinic } from '#shared/clinic/public-profile.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }

/** Escapes a text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

/** JSON for a script element, with each `<` escaped so that the data cannot end the element. */
export const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const known = new Set<string>(CLINIC_TEXTS)

/** The texts that the server inserts into a page to show the clinic's website. */
type WebsiteParts = {
  /** The content that the server has rendered. */
  html: string
  /** The data from which the browser hydrates the rendered content. */
  json: string
  /** The links that preload the first picture. */
  preload: string
  /** The style sheet of the chosen colours; empty for the default ones. */
  colours: string
}

/**
 * Preloads the first picture of the website in the sizes that phones and larger screens will request, so that no
 * browser loads it twice.
 */
function preloadOf({ hero }: Site): string {
  const picture = hero.slides[0]?.picture
  if (!picture?.formats.includes('avif')) return ''
  const link = (media: string, forPhones: boolean) =>
    `<link rel="preload" as="image" type="image/avif" media="${media}" imagesrcset="${escapeHtml(srcSetOf(picture, 'avif', { forPhones }))}" imagesizes="${escapeHtml(HERO_SIZES)}" fetchpriority="high" />`
  return link('(width < 48rem)', true) + link('(width >= 48rem)', false)
}

/** The chosen colours as a style sheet. */
function coloursOf({ colours }: Site): string {
  const css = coloursAsCss(colours)
  return css === '' ? '' : `<style>${css}</style>`
}

/**
 * Makes the texts that are inserted into a page to show the website. `html` is the rendered content of the website; it
 * is empty on pages that have no such content.
 */
export const websiteParts = (site: Site, html: string): WebsiteParts => ({
  html,
  json: embeddedJson(site),
  preload: preloadOf(site),
  colours: coloursOf(site),
})

/**
 * Replaces the placeholders of the build: `{{clinic.name}}` (escaped), `{{clinic.json}}` (data for hydration),
 * `{{website.…}}` (in comments in the head). A single pass, so that the clinic's own texts are never read as
 * placeholders.
 */
export const fillTemplate = (template: string, clinic: PublicClinic, website?: WebsiteParts): string =>
  template.replace(/(?:<!--)?\{\{(clinic|website)\.(\w+)\}\}(?:-->)?/g, (token, of: string, key: string) => {
    if (of === 'website') return website?.[key as keyof WebsiteParts] ?? token
    if (key === 'json') return embeddedJson(clinic)
    return known.has(key) ? escapeHtml(clinic[key as ClinicText]) : token
  })

/**
 * Adds tags to the end of a filled page's head. The clinic's texts are escaped, so none of them contains the `</head>`
 * that is replaced.
 */
export const withHead = (html: string, head: string): string => html.replace('</head>', () => `${head}</head>`)

/** Content-Security-Policy hashes of the inlined style sheets. */
export const styleHashesOf = (html: string): string[] =>
  Array.from(html.matchAll(/<style>([\s\S]*?)<\/style>/g), (match) => {
    const hash = createHash('sha256')
      .update(match[1] ?? '')
      .digest('base64')
    return `'sha256-${hash}'`
  })
