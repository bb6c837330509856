import path from 'node:path'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { FOR_GOOD, servePicture } from '#server/lib/stored-pictures.ts'
import { websiteContract as contract } from '#shared/website/contract.ts'
import { listVersions, publishDraft, readDraft, restoreVersion, saveDraft } from './draft.ts'
import { addPicture } from './pictures.ts'
import { publishedWebsite, siteOf } from './service.ts'

type WebsiteOptions = {
  uploadsDir: string
  /** Told after visitors should see something else. */
  websiteChanged: () => void
}

export function websiteRoutes(
  registerEndpoint: RegisterEndpoint,
  { uploadsDir, websiteChanged }: WebsiteOptions,
): void {
  const folder = path.join(uploadsDir, 'website')
  registerEndpoint(contract.read, async ({ tx, branchId }) => ({ data: await publishedWebsite(tx, branchId) }))
  registerEndpoint(contract.draft, async ({ tx, branchId }) => ({ data: await readDraft(tx, branchId) }))
  registerEndpoint(contract.save, async (context, { body }) => ({ data: await saveDraft(context, body) }))
  registerEndpoint(contract.preview, async ({ tx, branchId }, { body }) => ({ data: await siteOf(tx, branchId, body) }))
  registerEndpoint(contract.publish, async (context) => {
    const data = await context.inTransaction(publishDraft)
    // Told only now: a page that is filled while the change is being committed would still show what was.
    websiteChanged()
    return { data }
  })
  registerEndpoint(contract.versions, ({ tx, branchId }, { querystring }) => listVersions(tx, branchId, querystring))
  registerEndpoint(contract.restore, async (context, { params, body }) => {
    const data = await context.inTransaction((inside) => restoreVersion(inside, params.number, body))
    websiteChanged()
    return { data }
  })
  registerEndpoint(contract.addPicture, async (context, { body }) => ({
    data: await addPicture(context, folder, body.picture),
  }))
  registerEndpoint(contract.picture, async (context, { params }) => {
    await servePicture(context, folder, params.name, `public, ${FOR_GOOD}`)
    return ''
  })
}
