import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { documentMessages as s } from '#shared/website/messages.ts'
import { embeddedJson, escapeHtml } from './page-template.ts'
import type { Site } from '#shared/website/site.ts'
import { SHARE_SIZE, sharePath } from './share-picture.ts'
import { structuredData, type Offered } from './structured-data.ts'

/** The data that pages show: the clinic, its website if it has one, and its offers. */
export type PageData = { clinic: PublicClinic; site: Site | null; offers: readonly Offered[] }

/** The pages that search engines may index, with their paths. */
export const FOUND_PAGES = { landing: '/', booking: '/BookAppointment' } as const
export type FoundPage = keyof typeof FOUND_PAGES

const meta = (property: string, content: string) => `<meta property="${property}" content="${escapeHtml(content)}">`

/** Tags with the page's absolute URL and picture; without PUBLIC_URL there are none. */
function addressTags(page: FoundPage, data: PageData, origin: string): string[] {
  const { clinic } = data
  const url = origin + FOUND_PAGES[page]
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    meta('og:url', url),
    meta('og:image', origin + sharePath(data)),
    meta('og:image:type', 'image/jpeg'),
    meta('og:image:width', String(SHARE_SIZE.width)),
    meta('og:image:height', String(SHARE_SIZE.height)),
    meta('og:image:alt', s.sharedPicture(clinic.name)),
    `<meta name="twitter:card" content="summary_large_image">`,
  ]
}

/** Search results show about this many characters of a description. */
const LONGEST_DESCRIPTION = 160

/** Describes the clinic in one line with as many treatments as fit. */
export function descriptionOf(clinic: string, offers: readonly Pick<Offered, 'name'>[]): string {
  const names = offers.map(({ name }) => name)
  const told = (count: number) => s.landingDescription(clinic, names.slice(0, count).join(', '))
  let count = names.length
  while (count > 0 && told(count).length > LONGEST_DESCRIPTION) count--
  return told(count)
}

function descriptionTags({ clinic, offers }: PageData): string[] {
  const description = descriptionOf(clinic.name, offers)
  return [`<meta name="description" content="${escapeHtml(description)}">`, meta('og:description', description)]
}

/** The tags that the server adds to the head of a page for search engines and link previews. */
export function headOf(page: FoundPage, data: PageData, origin: string | undefined): string {
  const { clinic, offers } = data
  const tags = [meta('og:site_name', clinic.name), ...(origin ? addressTags(page, data, origin) : [])]
  if (page !== 'landing') return tags.join('')
  const bookingOf = (treatmentId: string) => `${origin}${FOUND_PAGES.booking}?treatment=${treatmentId}`
  const address = origin ? { origin, picture: origin + sharePath(data), bookingOf } : undefined
  tags.push(...descriptionTags(data))
  // Structured data (JSON-LD) is no executable script, so the Content-Security-Policy does not block it.
  const json = embeddedJson(structuredData({ clinic, offers, address }))
  return [...tags, `<script type="application/ld+json">${json}</script>`].join('')
}
