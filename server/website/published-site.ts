import { offeredTreatments } from '#server/catalogue/public.ts'
import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { practitionersOf } from '#server/resources/public.ts'
import { starterContent, websiteContent, type WebsiteContent } from '#shared/website/content.ts'
import type { Site } from '#shared/website/site.ts'
import { picturesIn, presentSite } from './present-site.ts'
import * as views from './views.ts'

/** Parses stored content in today's format. Throws for content that no release of Mutya has written. */
export const parseContent = (stored: unknown): WebsiteContent => websiteContent.parse(stored)

/** The page made from the content and the clinic's data in this snapshot. */
export async function buildSite(tx: ReadTx, branchId: string, content: WebsiteContent): Promise<Site> {
  const ids = picturesIn(content)
  const pictures = ids.length === 0 ? [] : await views.picturesById(tx, branchId, ids)
  return presentSite(content, {
    clinic: await clinicProfile(tx, branchId),
    treatments: await offeredTreatments(tx),
    people: await practitionersOf(tx, branchId),
    consents: content.results.pairs.length === 0 ? [] : await views.consents(tx, branchId),
    pictures: new Map(pictures.map((row) => [row.id, row])),
  })
}

/** The content published last; the default content when nothing was published. */
export async function publishedContent(tx: ReadTx, branchId: string): Promise<WebsiteContent> {
  const latest = await views.latestVersion(tx, branchId)
  return latest ? parseContent(latest.content) : starterContent()
}

/** The website as visitors see it, with current names, prices and people. */
export const publishedWebsite = async (tx: ReadTx, branchId: string): Promise<Site> =>
  buildSite(tx, branchId, await publishedContent(tx, branchId))
