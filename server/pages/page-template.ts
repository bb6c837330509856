import { createHash } from 'node:crypto'
import { CLINIC_TEXTS, type ClinicText, type PublicClinic } from '#shared/clinic/public-profile.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }

/** Safe as the text of an element and inside a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

/** JSON that cannot end the script element it stands in. */
const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const known = new Set<string>(CLINIC_TEXTS)

/**
 * Puts the clinic's words where the build left tokens: `{{clinic.name}}` escaped, `{{clinic.json}}` as the data that
 * the page wakes up with. One pass: a clinic's own words are never read as tokens.
 */
export const fillTemplate = (template: string, clinic: PublicClinic): string =>
  template.replace(/\{\{clinic\.(\w+)\}\}/g, (token, key: string) => {
    if (key === 'json') return embeddedJson(clinic)
    return known.has(key) ? escapeHtml(clinic[key as ClinicText]) : token
  })

/** The policy's hashes of the style sheets that the build wrote into the page. */
export const styleHashesOf = (html: string): string[] =>
  Array.from(html.matchAll(/<style>([\s\S]*?)<\/style>/g), (match) => {
    const hash = createHash('sha256')
      .update(match[1] ?? '')
      .digest('base64')
    return `'sha256-${hash}'`
  })
