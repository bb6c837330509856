import path from 'node:path'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { FOR_GOOD, servePicture } from '#server/lib/stored-pictures.ts'
import { consentsContract } from '#shared/website/consents-contract.ts'
import { embeddingContract } from '#shared/website/embedding-contract.ts'
import { websiteContract as contract } from '#shared/website/contract.ts'
import { sharingContract } from '#shared/website/sharing-contract.ts'
import { websiteMessages as s } from '#shared/website/messages.ts'
import { confirmConsent, listConsents, withdrawConsent } from './consents.ts'
import { listVersions, publishDraft, readDraft, restoreVersion, saveDraft } from './draft.ts'
import { readEmbedding, saveEmbedding } from './embedding.ts'
import { addPicture, cropPicture, deletePicture, listPictures, readWholePicture } from './pictures.ts'
import { publishedWebsite, buildSite } from './published-site.ts'
import { readSharing } from './sharing.ts'

type WebsiteOptions = {
  uploadsDir: string
  /** The clinic's public address, when configured. */
  publicUrl?: string | undefined
  /** Called after a change that visitors should see. */
  websiteChanged: () => void
}

export function websiteRoutes(
  registerEndpoint: RegisterEndpoint,
  { uploadsDir, publicUrl, websiteChanged }: WebsiteOptions,
): void {
  contentRoutes(registerEndpoint, websiteChanged)
  registerEndpoint(sharingContract.read, async ({ tx, branchId }) => ({
    data: await readSharing(tx, branchId, publicUrl),
  }))
  embeddingRoutes(registerEndpoint, websiteChanged)
  consentRoutes(registerEndpoint, websiteChanged)
  pictureRoutes(registerEndpoint, path.join(uploadsDir, 'website'))
}

function contentRoutes(registerEndpoint: RegisterEndpoint, websiteChanged: WebsiteOptions['websiteChanged']): void {
  registerEndpoint(contract.read, async ({ tx, branchId }) => ({ data: await publishedWebsite(tx, branchId) }))
  registerEndpoint(contract.draft, async ({ tx, branchId }) => ({ data: await readDraft(tx, branchId) }))
  registerEndpoint(contract.save, async (context, { body }) => ({ data: await saveDraft(context, body) }))
  registerEndpoint(contract.preview, async ({ tx, branchId }, { body }) => ({
    data: await buildSite(tx, branchId, body),
  }))
  registerEndpoint(contract.publish, async (context) => {
    const data = await context.inTransaction(publishDraft)
    // Called after the commit: a page cached during the commit would still show the old content.
    websiteChanged()
    return { data }
  })
  registerEndpoint(contract.versions, ({ tx, branchId }, { querystring }) => listVersions(tx, branchId, querystring))
  registerEndpoint(contract.restore, async (context, { params, body }) => {
    const data = await context.inTransaction((inside) => restoreVersion(inside, params.number, body))
    websiteChanged()
    return { data }
  })
}

function embeddingRoutes(registerEndpoint: RegisterEndpoint, websiteChanged: WebsiteOptions['websiteChanged']): void {
  registerEndpoint(embeddingContract.read, async ({ tx, branchId }) => ({ data: await readEmbedding(tx, branchId) }))
  registerEndpoint(embeddingContract.save, async (context, { body }) => {
    const data = await context.inTransaction((inside) => saveEmbedding(inside, body.hosts))
    websiteChanged()
    return { data }
  })
}

/**
 * The calls about the consents of people who are shown on the website. Each of them changes what visitors see at once,
 * without publishing the website.
 */
function consentRoutes(registerEndpoint: RegisterEndpoint, websiteChanged: WebsiteOptions['websiteChanged']): void {
  registerEndpoint(consentsContract.list, async ({ tx, branchId }) => ({ data: await listConsents(tx, branchId) }))
  registerEndpoint(consentsContract.confirm, async (context, { body }) => {
    const data = await context.inTransaction((inside) => confirmConsent(inside, body))
    websiteChanged()
    return { data }
  })
  registerEndpoint(consentsContract.withdraw, async (context, { params }) => {
    await context.inTransaction((inside) => withdrawConsent(inside, params.id))
    websiteChanged()
    return { message: s.consentWithdrawn }
  })
}

function pictureRoutes(registerEndpoint: RegisterEndpoint, folder: string): void {
  registerEndpoint(contract.addPicture, async (context, { body }) => ({
    data: await addPicture(context, folder, body.picture),
  }))
  registerEndpoint(contract.pictures, ({ tx, branchId }, { querystring }) => listPictures(tx, branchId, querystring))
  registerEndpoint(contract.deletePicture, async (context, { params }) => {
    await deletePicture(context, folder, params.id)
    return { message: s.pictureDeleted }
  })
  registerEndpoint(contract.wholePicture, async (context, { params }) => ({
    data: await readWholePicture(context, params.id),
  }))
  registerEndpoint(contract.cutPicture, async (context, { params, body }) => ({
    data: await cropPicture(context, folder, params.id, body),
  }))
  registerEndpoint(contract.picture, async (context, { params }) => {
    await servePicture(context, folder, params.name, `public, ${FOR_GOOD}`)
    return ''
  })
}
