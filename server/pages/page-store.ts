import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentSecurityPolicy } from '#server/lib/http/security-headers.ts'
import type { ClinicProfile } from '#shared/clinic/contract.ts'
import { publicClinic, type PublicClinic } from '#shared/clinic/public-profile.ts'
import { fillTemplate, styleHashesOf } from './page-template.ts'

export const PAGES = ['landing', 'booking', 'login', 'forgot-password', 'reset-password', 'app'] as const
export type PageName = (typeof PAGES)[number]

/** A page with the clinic's words in it, ready to leave in any encoding. */
export type Page = { html: Buffer; br: Buffer; gzip: Buffer; etag: string; policy: string }

/** How long the clinic's data is believed without looking again: changes of another process show after this. */
const BELIEVED_MS = 1_000

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

async function pageOf(template: string, clinic: PublicClinic): Promise<Page> {
  const html = Buffer.from(fillTemplate(template, clinic))
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  const [br, gzipped] = await Promise.all([brotli(html, quality), zip(html, { level: 9 })])
  const digest = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  const policy = contentSecurityPolicy(styleHashesOf(template))
  return { html, br, gzip: gzipped, etag: `W/"${digest}"`, policy }
}

/** The pages, filled again only when the clinic's data has changed. */
export class PageStore {
  private templates: Record<PageName, string> | undefined
  private readonly webRoot: string
  private readonly readClinic: () => Promise<ClinicProfile>
  private clinic: PublicClinic | undefined
  private clinicReadAt = -Infinity
  private reading: Promise<PublicClinic> | undefined
  private readonly pages = new Map<PageName, { of: string; page: Promise<Page> }>()

  constructor(webRoot: string, readClinic: () => Promise<ClinicProfile>) {
    this.webRoot = webRoot
    this.readClinic = readClinic
  }

  /** Reads the built pages; fails when there is no build. */
  async load(): Promise<void> {
    const texts = await Promise.all(PAGES.map((name) => readFile(path.join(this.webRoot, `${name}.html`), 'utf8')))
    this.templates = Object.fromEntries(PAGES.map((name, index) => [name, texts[index]!])) as Record<PageName, string>
  }

  /** The next page is filled with fresh data, even when a reading that began earlier is still under way. */
  clinicChanged(): void {
    this.clinicReadAt = -Infinity
    this.reading = undefined
  }

  async page(name: PageName): Promise<Page> {
    const clinic = await this.presentClinic()
    const of = JSON.stringify(clinic)
    const kept = this.pages.get(name)
    if (kept?.of === of) return kept.page
    if (!this.templates) throw new Error('load() comes before page()')
    const page = pageOf(this.templates[name], clinic)
    this.pages.set(name, { of, page })
    return page
  }

  private async presentClinic(): Promise<PublicClinic> {
    const known = this.clinic
    // A clinic that is being set up is asked every time: its pages must not lead back to the setup once it is done.
    if (known && !known.setup && performance.now() - this.clinicReadAt < BELIEVED_MS) return known
    this.reading ??= this.readAgain()
    // While the database is away, the pages stay up with what was last known.
    return known ? this.reading.catch(() => known) : this.reading
  }

  private readAgain(): Promise<PublicClinic> {
    const startedAt = performance.now()
    const reading = this.readClinic()
      .then((profile) => {
        const clinic = publicClinic(profile)
        if (this.reading === reading) {
          this.clinic = clinic
          this.clinicReadAt = startedAt
        }
        return clinic
      })
      .finally(() => {
        if (this.reading === reading) this.reading = undefined
      })
    return reading
  }
}
