import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { documentMessages as s } from '#shared/website/messages.ts'
import { pageLanguage } from '#shared/lib/language.ts'
import { logoIcons, PAPER } from './logo.ts'
import { FOUND_PAGES } from './page-head.ts'
import { escapeHtml } from './page-template.ts'

/** A small generated file with its media type and content. */
export type SiteFile = { type: string; text: string }

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const ICONS = [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('icon-maskable-512', 512, 'maskable')]

type App = { id: string; name: string; short_name: string; logo_id: string | null }

const manifestOf = ({ id, name, short_name, logo_id }: App): SiteFile => ({
  type: 'application/manifest+json; charset=utf-8',
  text: JSON.stringify({
    id,
    name,
    short_name,
    start_url: id,
    scope: '/',
    display: 'standalone',
    lang: pageLanguage,
    background_color: PAPER,
    theme_color: PAPER,
    icons: logo_id === null ? ICONS : logoIcons(logo_id),
  }),
})

/** Paths that search engines must not visit: API calls and personal pages. */
const CLOSED = ['/api/', '/settings', '/cashier', '/dashboard', '/Profile', '/clientDashboard']

const robotsOf = (origin: string | undefined): SiteFile => ({
  type: 'text/plain; charset=utf-8',
  text: [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    ...(origin ? [`Sitemap: ${origin}/sitemap.xml`] : []),
    '',
  ].join('\n'),
})

const sitemapOf = (origin: string): SiteFile => ({
  type: 'application/xml; charset=utf-8',
  text: [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...Object.values(FOUND_PAGES).map((path) => `<url><loc>${escapeHtml(origin + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n'),
})

/**
 * Generated files: two web app manifests (visitors install the website, staff their app), robots.txt and, with
 * PUBLIC_URL, sitemap.xml. Null for every other path.
 */
export function siteFile(path: string, clinic: PublicClinic, origin: string | undefined): SiteFile | null {
  const { name, brand, logo_id } = clinic
  switch (path) {
    case '/manifest.webmanifest':
      return manifestOf({ id: '/', name, short_name: brand, logo_id })
    case '/staff.webmanifest':
      return manifestOf({ id: '/login', name: s.staffApp(name), short_name: brand, logo_id })
    case '/robots.txt':
      return robotsOf(origin)
    case '/sitemap.xml':
      return origin ? sitemapOf(origin) : null
    default:
      return null
  }
}

export const SITE_FILES: readonly string[] = [
  '/manifest.webmanifest',
  '/staff.webmanifest',
  '/robots.txt',
  '/sitemap.xml',
]
