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
import { fillTemplate, styleHashesOf, websiteParts } from './page-template.ts'

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

/** What pages show: the clinic, and its website where there is one. */
type Shown = { clinic: PublicClinic; site: Site | null }

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

async function compressed(text: string): Promise<Page> {
  const html = Buffer.from(text)
  const [br, gzipped] = await Promise.all([brotli(html, quality), zip(html, { level: 9 })])
  const digest = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  // What the clinic has written is escaped: every style sheet in the page is the build's, or its chosen colours.
  return { html, br, gzip: gzipped, etag: `W/"${digest}"`, policy: contentSecurityPolicy(styleHashesOf(text)) }
}

/** Where what the server renders stands in the landing page. */
const RENDERED = '{{website.html}}'

/** The pages, filled again only when the clinic's data has changed. */
export class PageStore {
  private templates: Record<PageName, string> | undefined
  private readonly webRoot: string
  private readonly readClinic: () => Promise<ClinicProfile>
  private readonly readWebsite: (() => Promise<Site>) | undefined
  private render: RenderLanding | undefined
  private shown: Shown | undefined
  private readAt = -Infinity
  private reading: Promise<Shown> | undefined
  private readonly pages = new Map<PageName, { of: string; page: Promise<Page> }>()

  constructor(webRoot: string, readClinic: () => Promise<ClinicProfile>, readWebsite?: () => Promise<Site>) {
    this.webRoot = webRoot
    this.readClinic = readClinic
    this.readWebsite = readWebsite
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

  private made(name: PageName, { clinic, site }: Shown): Promise<Page> {
    if (!this.templates) throw new Error('load() comes before page()')
    const html = name === 'landing' && site && this.render ? this.render({ clinic, site }) : ''
    return compressed(fillTemplate(this.templates[name], clinic, site ? websiteParts(site, html) : undefined))
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
    const reading = Promise.all([this.readClinic(), this.readWebsite?.() ?? null])
      .then(([profile, site]) => {
        const shown = { clinic: publicClinic(profile), site }
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
