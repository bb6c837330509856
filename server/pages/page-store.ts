import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentSecurityPolicy } from '#server/lib/http/security-headers.ts'
import type { ClinicProfile } from '#shared/clinic/contract.ts'
import { publicClinic, type PublicClinic } from '#shared/clinic/public-profile.ts'
import type { Site } from '#shared/website/site.ts'
import { FOUND_PAGES, headOf, type FoundPage } from './page-head.ts'
import { fillTemplate, styleHashesOf, websiteParts, withHead } from './page-template.ts'
import { drawSharePicture, sharePath } from './share-picture.ts'
import { siteFile, type SiteFile } from './site-files.ts'
import type { Offered } from './structured-data.ts'

export const PAGES = ['landing', 'booking', 'login', 'forgot-password', 'reset-password', 'app'] as const
export type PageName = (typeof PAGES)[number]

/** A page with the clinic's words in it, ready to leave in any encoding. */
export type Page = { html: Buffer; br: Buffer; gzip: Buffer; etag: string; policy: string }

/** How long the clinic's data, its prices among them, is believed without looking again: changes of another process show after this. */
const BELIEVED_MS = 1_000

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Makes HTML of the landing page: the module that the build writes beside the pages (`web/landing/render.tsx`). */
type RenderLanding = (props: { clinic: PublicClinic; site: Site }) => string

/** What pages show: the clinic, its website where there is one, and what it offers. */
type Shown = { clinic: PublicClinic; site: Site | null; offers: readonly Offered[] }

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

const isFound = (name: PageName): name is FoundPage => name in FOUND_PAGES

async function compressed(text: string): Promise<Page> {
  const html = Buffer.from(text)
  const [br, gzipped] = await Promise.all([brotli(html, quality), zip(html, { level: 9 })])
  const digest = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  // What the clinic has written is escaped: every style sheet in the page is the build's, or its chosen colours.
  return { html, br, gzip: gzipped, etag: `W/"${digest}"`, policy: contentSecurityPolicy(styleHashesOf(text)) }
}

/** Where what the server renders stands in the landing page. */
const RENDERED = '{{website.html}}'

export type PageSources = {
  clinic: () => Promise<ClinicProfile>
  /** The published website; without it pages show none. */
  website?: () => Promise<Site>
  /** What the clinic offers now. */
  offers?: () => Promise<readonly Offered[]>
  /** The origin that people type. */
  publicUrl?: string | undefined
}

/** The pages, filled again only when the clinic's data has changed. */
export class PageStore {
  private templates: Record<PageName, string> | undefined
  private readonly webRoot: string
  private readonly sources: PageSources
  private render: RenderLanding | undefined
  private shown: Shown | undefined
  private readAt = -Infinity
  private reading: Promise<Shown> | undefined
  private readonly pages = new Map<PageName, { of: string; page: Promise<Page> }>()
  private shared: { address: string; picture: Promise<Buffer> } | undefined

  constructor(webRoot: string, sources: PageSources) {
    this.webRoot = webRoot
    this.sources = sources
  }

  /** Reads the built pages; fails when there is no build. */
  async load(): Promise<void> {
    const texts = await Promise.all(PAGES.map((name) => readFile(path.join(this.webRoot, `${name}.html`), 'utf8')))
    const templates = Object.fromEntries(PAGES.map((name, index) => [name, texts[index]!])) as Record<PageName, string>
    if (templates.landing.includes(RENDERED)) {
      const file = pathToFileURL(path.join(this.webRoot, '.render', 'landing.mjs')).href
      const built = (await import(file)) as { renderLanding: RenderLanding }
      this.render = built.renderLanding
    }
    this.templates = templates
  }

  /** The next page is filled with fresh data, even when a reading that began earlier is still under way. */
  clinicChanged(): void {
    this.readAt = -Infinity
    this.reading = undefined
  }

  async page(name: PageName): Promise<Page> {
    const shown = await this.present()
    const of = JSON.stringify(shown)
    const kept = this.pages.get(name)
    if (kept?.of === of) return kept.page
    const page = this.made(name, shown)
    this.pages.set(name, { of, page })
    return page
  }

  /** The landing page of a website that is not published. */
  async preview(site: Site): Promise<Page> {
    return this.made('landing', { ...(await this.present()), site })
  }

  private made(name: PageName, { clinic, site, offers }: Shown): Promise<Page> {
    if (!this.templates) throw new Error('load() comes before page()')
    const html = name === 'landing' && site && this.render ? this.render({ clinic, site }) : ''
    const filled = fillTemplate(this.templates[name], clinic, site ? websiteParts(site, html) : undefined)
    const head = isFound(name) ? headOf(name, { clinic, offers }, this.sources.publicUrl) : ''
    return compressed(withHead(filled, head))
  }

  /** A file that is made for the clinic, or null. */
  async siteFile(address: string): Promise<SiteFile | null> {
    return siteFile(address, (await this.present()).clinic, this.sources.publicUrl)
  }

  /** The picture that stands for the clinic, drawn once, and its present address. */
  async sharePicture(): Promise<{ address: string; picture: Promise<Buffer> }> {
    const { clinic } = await this.present()
    const address = sharePath(clinic)
    if (this.shared?.address === address) return this.shared
    const picture = drawSharePicture(this.webRoot, clinic)
    const shared = { address, picture }
    this.shared = shared
    // One that could not be drawn is tried again by the next who asks.
    picture.catch(() => (this.shared = this.shared === shared ? undefined : this.shared))
    return shared
  }

  private async present(): Promise<Shown> {
    const known = this.shown
    // A clinic that is being set up is asked every time: its pages must not lead back to the setup once it is done.
    if (known && !known.clinic.setup && performance.now() - this.readAt < BELIEVED_MS) return known
    this.reading ??= this.readAgain()
    // While the database is away, the pages stay up with what was last known.
    return known ? this.reading.catch(() => known) : this.reading
  }

  private readAgain(): Promise<Shown> {
    const startedAt = performance.now()
    const { clinic: readClinic, website, offers: readOffers } = this.sources
    const reading = Promise.all([readClinic(), website?.() ?? null, readOffers?.() ?? []])
      .then(([profile, site, offers]) => {
        const shown = { clinic: publicClinic(profile), site, offers }
        if (this.reading === reading) {
          this.shown = shown
          this.readAt = startedAt
        }
        return shown
      })
      .finally(() => {
        if (this.reading === reading) this.reading = undefined
      })
    return reading
  }
}
