import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { documentMessages as s } from '#shared/website/document-messages.ts'
import { embeddedJson, escapeHtml } from './page-template.ts'
import type { Site } from '#shared/website/site.ts'
import { SHARE_SIZE, sharePath } from './share-picture.ts'
import { structuredData, type Offered } from './structured-data.ts'

/** What pages show: the clinic, its website where there is one, and what it offers. */
export type PageData = { clinic: PublicClinic; site: Site | null; offers: readonly Offered[] }

/** The pages that search engines may find, with their addresses. */
export const FOUND_PAGES = { landing: '/', booking: '/BookAppointment' } as const
export type FoundPage = keyof typeof FOUND_PAGES

const meta = (property: string, content: string) => `<meta property="${property}" content="${escapeHtml(content)}">`

/** The addresses and the picture of a page; they are whole addresses, so there are none without PUBLIC_URL. */
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

/** So many letters of a description are shown where a page is found. */
const LONGEST_DESCRIPTION = 160

/** What the clinic is and offers, in one line: as many of its treatments as are shown. */
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

/** What the server adds to the head of a page that is found and shared. */
export function headOf(page: FoundPage, data: PageData, origin: string | undefined): string {
  const { clinic, offers } = data
  const tags = [meta('og:site_name', clinic.name), ...(origin ? addressTags(page, data, origin) : [])]
  if (page !== 'landing') return tags.join('')
  const bookingOf = (treatmentId: string) => `${origin}${FOUND_PAGES.booking}?treatment=${treatmentId}`
  const address = origin ? { origin, picture: origin + sharePath(data), bookingOf } : undefined
  tags.push(...descriptionTags(data))
  // A block of data, which the policy of the page neither runs nor refuses.
  const json = embeddedJson(structuredData({ clinic, offers, address }))
  return [...tags, `<script type="application/ld+json">${json}</script>`].join('')
}
