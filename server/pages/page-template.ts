import { createHash } from 'node:crypto'
import { coloursAsCss } from '#shared/clinic/colours.ts'
import { HERO_SIZES, srcSetOf } from '#shared/website/pictures.ts'
import type { Site } from '#shared/website/site.ts'
import { CLINIC_TEXTS, type ClinicText, type PublicClinic } from '#shared/clinic/public-profile.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }

/** Safe as the text of an element and inside a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

/** JSON that cannot end the script element it stands in. */
export const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const known = new Set<string>(CLINIC_TEXTS)

/** What a page takes of the clinic's own website: nothing but what the server has made of it. */
type WebsiteParts = {
  /** The page itself. */
  html: string
  /** The data that it wakes up with. */
  json: string
  /** The links that fetch the opening picture before anything else. */
  preload: string
  /** The style sheet of the chosen colours; empty for those of the build. */
  colours: string
}

/** The opening picture in the head: phones and larger screens fetch what the page will ask for, and nothing twice. */
function preloadOf({ hero }: Site): string {
  const picture = hero.slides[0]?.picture
  if (!picture?.formats.includes('avif')) return ''
  const link = (media: string, forPhones: boolean) =>
    `<link rel="preload" as="image" type="image/avif" media="${media}" imagesrcset="${escapeHtml(srcSetOf(picture, 'avif', { forPhones }))}" imagesizes="${escapeHtml(HERO_SIZES)}" fetchpriority="high" />`
  return link('(width < 48rem)', true) + link('(width >= 48rem)', false)
}

/** The chosen colours as a style sheet of their own. */
function coloursOf({ colours }: Site): string {
  const css = coloursAsCss(colours)
  return css === '' ? '' : `<style>${css}</style>`
}

/** `html` is the page that the build's renderer made of the site; empty where a page shows none of it. */
export const websiteParts = (site: Site, html: string): WebsiteParts => ({
  html,
  json: embeddedJson(site),
  preload: preloadOf(site),
  colours: coloursOf(site),
})

/**
 * Puts the clinic's words where the build left tokens: `{{clinic.name}}` escaped, `{{clinic.json}}` as the data that
 * the page wakes up with, `{{website.…}}` (in the head as comments) what was made of its website. One pass: a clinic's
 * own words are never read as tokens.
 */
export const fillTemplate = (template: string, clinic: PublicClinic, website?: WebsiteParts): string =>
  template.replace(/(?:<!--)?\{\{(clinic|website)\.(\w+)\}\}(?:-->)?/g, (token, of: string, key: string) => {
    if (of === 'website') return website?.[key as keyof WebsiteParts] ?? token
    if (key === 'json') return embeddedJson(clinic)
    return known.has(key) ? escapeHtml(clinic[key as ClinicText]) : token
  })

/** A filled page with more in its head. Words of a clinic cannot end the head before: they are escaped. */
export const withHead = (html: string, head: string): string => html.replace('</head>', () => `${head}</head>`)

/** The policy's hashes of the style sheets that the build wrote into the page. */
export const styleHashesOf = (html: string): string[] =>
  Array.from(html.matchAll(/<style>([\s\S]*?)<\/style>/g), (match) => {
    const hash = createHash('sha256')
      .update(match[1] ?? '')
      .digest('base64')
    return `'sha256-${hash}'`
  })
