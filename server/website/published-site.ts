import { offeredTreatments } from '#server/catalogue/public.ts'
import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { practitionersOf } from '#server/resources/public.ts'
import { starterContent, websiteContent, type WebsiteContent } from '#shared/website/content.ts'
import type { Site } from '#shared/website/site.ts'
import { picturesIn, presentSite } from './present-site.ts'
import * as views from './views.ts'

/** A kept content, as it reads today. Throws for one that no release of Mutya has written. */
export const contentOf = (kept: unknown): WebsiteContent => websiteContent.parse(kept)

/** The page that a content makes of the clinic's data as they are in this snapshot. */
export async function siteOf(tx: ReadTx, branchId: string, content: WebsiteContent): Promise<Site> {
  const ids = picturesIn(content)
  const pictures = ids.length === 0 ? [] : await views.picturesById(tx, branchId, ids)
  return presentSite(content, {
    clinic: await clinicProfile(tx, branchId),
    treatments: await offeredTreatments(tx),
    people: await practitionersOf(tx, branchId),
    pictures: new Map(pictures.map((row) => [row.id, row])),
  })
}

/** What the owner has published last; what a new clinic begins with as long as nothing was. */
export async function publishedContent(tx: ReadTx, branchId: string): Promise<WebsiteContent> {
  const latest = await views.latestVersion(tx, branchId)
  return latest ? contentOf(latest.content) : starterContent()
}

/** The website as visitors see it, with the names, prices and people of now. */
export const publishedWebsite = async (tx: ReadTx, branchId: string): Promise<Site> =>
  siteOf(tx, branchId, await publishedContent(tx, branchId))
