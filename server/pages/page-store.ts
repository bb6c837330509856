import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentSecurityPolicy } from '#server/lib/http/security-headers.ts'
import { AppError } from '#server/lib/app-error.ts'
import { readImage } from '#server/lib/uploads.ts'
import type { ClinicProfile } from '#shared/clinic/contract.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { logoAddress, logoAt, type LogoForm } from '#shared/lib/logo.ts'
import { publicClinic, type PublicClinic } from '#shared/clinic/public-profile.ts'
import type { Site } from '#shared/website/site.ts'
import { FOUND_PAGES, headOf, type FoundPage, type PageData } from './page-head.ts'
import { drawLogo, withLogo } from './logo.ts'
import { fillTemplate, styleHashesOf, websiteParts, withHead } from './page-template.ts'
import { drawSharePicture, sharePath, type ReadPicture } from './share-picture.ts'
import { siteFile, type SiteFile } from './site-files.ts'
import type { Offered } from './structured-data.ts'

export const PAGES = [
  'landing',
  'booking',
  'booking-frame',
  'login',
  'forgot-password',
  'reset-password',
  'app',
] as const
export type PageName = (typeof PAGES)[number]

/** A page with the clinic's data filled in, uncompressed and in each compression that browsers accept. */
export type Page = {
  html: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
  policy: string
  /** The origins of the websites that may show the page in a frame. */
  frameHosts: readonly string[]
}

/** How long the clinic's data is cached; changes by another process show after this time. */
const BELIEVED_MS = 1_000

/**
 * The maximum number of drawn pictures in memory: the logo's forms and the share picture, for the current and the
 * previous clinic data.
 */
const MOST_DRAWN = 16

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Renders the landing page. The build compiles its module, `web/landing/render.tsx`, into the folder of the pages. */
type RenderLanding = (props: { clinic: PublicClinic; site: Site }) => string

/** Best compression, because pages are compressed once per change and read on slow connections. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

const isFound = (name: PageName): name is FoundPage => name in FOUND_PAGES

async function compressed(text: string, frameHosts: readonly string[]): Promise<Page> {
  const html = Buffer.from(text)
  const [br, gzipped] = await Promise.all([brotli(html, quality), zip(html, { level: 9 })])
  // The clinic's texts are escaped, so every style sheet in the page comes from the build or the chosen colours.
  const policy = contentSecurityPolicy(styleHashesOf(text), frameHosts)
  // The ETag includes the policy, because browsers keep the policy of a stored page when the server answers 304.
  const digest = createHash('sha256').update(policy).update(html).digest('base64url').slice(0, 22)
  return { html, br, gzip: gzipped, etag: `W/"${digest}"`, policy, frameHosts }
}

/** The placeholder for the server-rendered content of the landing page. */
const RENDERED = '{{website.html}}'

export type PageSources = {
  clinic: () => Promise<ClinicProfile>
  /** Reads the published website; without this function pages show no website. */
  website?: () => Promise<Site>
  /** Reads the clinic's current offers. */
  offers?: () => Promise<readonly Offered[]>
  /** Reads the origins of the websites that may show the booking page in a frame; without this function none may. */
  frameHosts?: () => Promise<readonly string[]>
  /** The folder of the website's pictures. */
  picturesDir?: string | undefined
  /** The clinic's public origin. */
  publicUrl?: string | undefined
}

/** The data from which the pages are made, and the origins of websites that may show the booking page in a frame. */
type Shown = PageData & { frameHosts: readonly string[] }

/** The pages with the clinic's data filled in. They are made again only when that data has changed. */
export class PageStore {
  private templates: Record<PageName, string> | undefined
  private readonly webRoot: string
  private readonly sources: PageSources
  private render: RenderLanding | undefined
  private shown: Shown | undefined
  private readAt = -Infinity
  private reading: Promise<Shown> | undefined
  private readonly pages = new Map<PageName, { of: string; page: Promise<Page> }>()
  /** Pictures drawn for the clinic, by URL. The map is emptied when it has `MOST_DRAWN` pictures. */
  private readonly drawn = new Map<string, Promise<Buffer>>()

  constructor(webRoot: string, sources: PageSources) {
    this.webRoot = webRoot
    this.sources = sources
  }

  /** Reads the built pages; throws when there is no build. */
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

  /** Makes the next page use fresh data, even if an earlier read is still running. */
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

  /** Renders the landing page of a website that is not published yet. */
  async preview(site: Site): Promise<Page> {
    const { clinic, offers, frameHosts } = await this.present()
    const logo_id = site.logo?.path.split('/').at(-1) ?? null
    return this.made('landing', { clinic: { ...clinic, logo_id }, site, offers, frameHosts })
  }

  private made(name: PageName, { clinic, site, offers, frameHosts }: Shown): Promise<Page> {
    if (!this.templates) throw new Error('load() comes before page()')
    const content = name === 'landing' && site && this.render ? this.render({ clinic, site }) : ''
    const filled = fillTemplate(this.templates[name], clinic, site ? websiteParts(site, content) : undefined)
    const head = isFound(name) ? headOf(name, { clinic, site, offers }, this.sources.publicUrl) : ''
    const html = withLogo(withHead(filled, head), clinic.logo_id, site?.logo ?? null)
    return compressed(html, name === 'booking-frame' ? frameHosts : [])
  }

  /** The generated file at this path, such as `robots.txt`; null if there is none. */
  async siteFile(address: string): Promise<SiteFile | null> {
    return siteFile(address, (await this.present()).clinic, this.sources.publicUrl)
  }

  /** The clinic's picture for link previews, with its current URL. */
  async sharePicture(): Promise<{ address: string; picture: Promise<Buffer> }> {
    const present = await this.present()
    const address = sharePath(present)
    return { address, picture: this.draw(address, () => drawSharePicture(this.webRoot, present, this.readPicture)) }
  }

  /** The clinic's logo in the form that a URL names, with that form's current URL; null if there is none. */
  async logo(asked: string): Promise<{ address: string; picture: Promise<Buffer> } | null> {
    const form = logoAt(asked)?.form
    const { clinic } = await this.present()
    if (form === undefined || clinic.logo_id === null) return null
    const address = logoAddress(clinic.logo_id, form)
    const sign = { path: clinic.logo_id, widths: [320, 640] }
    return { address, picture: this.draw(address, () => this.drawSign(sign, form)) }
  }

  /** Draws the logo in one of its forms. The caller caches the result, because every page requests these pictures. */
  private async drawSign(sign: Parameters<ReadPicture>[0], form: LogoForm): Promise<Buffer> {
    const source = await this.readPicture(sign, 640)
    if (!source) throw new AppError('not_found', requestRefusals.notFound)
    return drawLogo(source, form)
  }

  /** Draws each picture once. After a failure the next request tries again. */
  private draw(address: string, drawing: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.drawn.get(address)
    if (known) return known
    if (this.drawn.size >= MOST_DRAWN) this.drawn.clear()
    const picture = drawing()
    this.drawn.set(address, picture)
    picture.catch(() => this.drawn.delete(address))
    return picture
  }

  /**
   * Reads a picture of the build or of the clinic in the smallest stored width that is large enough, else in the
   * largest one.
   */
  private readonly readPicture: ReadPicture = async ({ path: address, widths }, width) => {
    const name = path.basename(address)
    const wide = widths.filter((one) => one >= width)
    for (const one of [...wide, ...widths.toReversed()]) {
      const file = `${name}-${one}.webp`
      if (address.startsWith('/art/')) return readFile(path.join(this.webRoot, 'art', file))
      const found = this.sources.picturesDir && (await readImage(this.sources.picturesDir, file))
      if (found) return found
    }
    return null
  }

  private async present(): Promise<Shown> {
    const known = this.shown
    // Before the setup is done, the data is read for every page, so that pages stop leading to the setup as soon as it
    // is done.
    if (known && !known.clinic.setup && performance.now() - this.readAt < BELIEVED_MS) return known
    this.reading ??= this.readAgain()
    // While the database is down, pages use the last known data.
    return known ? this.reading.catch(() => known) : this.reading
  }

  private readAgain(): Promise<Shown> {
    const startedAt = performance.now()
    const { clinic: readClinic, website, offers: readOffers, frameHosts: readHosts } = this.sources
    const reading = Promise.all([readClinic(), website?.() ?? null, readOffers?.() ?? [], readHosts?.() ?? []])
      .then(([profile, site, offers, frameHosts]) => {
        const shown = { clinic: publicClinic(profile), site, offers, frameHosts }
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
