import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import {
  chartPhotosContract as contract,
  ownChartPhotosContract as own,
  ownConsentsContract as ownConsents,
  publicationContract as publication,
} from '#shared/chart-photos/contract.ts'
import { addPhoto } from './add-photo.ts'
import { changePhoto, hidePhoto, movePhoto, showPhoto } from './change-photo.ts'
import { countOwnPhotos, sendOwnPhoto, sendOwnPhotos } from './own-photos.ts'
import {
  giveConsent,
  listConsents,
  listOwnConsents,
  withdrawConsent,
  withdrawOwnConsent,
} from './publication-consents.ts'
import { chartPhotosFolder } from './public.ts'
import { listAngles, listPhotos, servePhoto, servePublication, serveThumbnail } from './read-photos.ts'

export function chartPhotoRoutes(
  registerEndpoint: RegisterEndpoint,
  { uploadsDir, limits }: { uploadsDir: string; limits: Limits },
): void {
  const folder = chartPhotosFolder(uploadsDir)
  registerEndpoint(contract.list, (context, { params, querystring }) => listPhotos(context, params.id, querystring))
  registerEndpoint(contract.angles, async (context, { params }) => ({ data: await listAngles(context, params.id) }))
  registerEndpoint(contract.add, async (context, upload) => ({ data: await addPhoto(context, folder, upload) }))
  registerEndpoint(contract.change, async (context, { params, body }) => ({
    data: await changePhoto(context, params.id, body),
  }))
  registerEndpoint(contract.hide, async (context, { params, body }) => ({
    data: await hidePhoto(context, params.id, body.reason),
  }))
  registerEndpoint(contract.show, async (context, { params }) => ({ data: await showPhoto(context, params.id) }))
  registerEndpoint(contract.move, async (context, { params, body }) => ({
    data: await movePhoto(context, params.id, body),
  }))
  registerEndpoint(contract.thumbnail, async (context, { params }) => {
    await serveThumbnail(context, folder, params.id)
    return ''
  })
  registerEndpoint(contract.picture, async (context, { params }) => {
    await servePhoto(context, folder, params.id)
    return ''
  })
  publicationRoutes(registerEndpoint, folder)
  registerEndpoint(own.mine, async (context) => ({ data: { count: await countOwnPhotos(context) } }))
  registerEndpoint(own.download, async (context) => {
    await sendOwnPhotos(context, folder, limits)
    return ''
  })
  registerEndpoint(own.picture, async (context, { params }) => {
    await sendOwnPhoto(context, folder, params.id)
    return ''
  })
}

function publicationRoutes(registerEndpoint: RegisterEndpoint, folder: string): void {
  registerEndpoint(ownConsents.list, async (context) => ({ data: await listOwnConsents(context) }))
  registerEndpoint(ownConsents.withdraw, async (context, { body }) => ({
    data: await withdrawOwnConsent(context, body.photo_id),
  }))
  registerEndpoint(publication.consents, async (context, { params }) => ({
    data: await listConsents(context, params.id),
  }))
  registerEndpoint(publication.give, async (context, { params, body }) => ({
    data: await giveConsent(context, params.id, body),
  }))
  registerEndpoint(publication.withdraw, async (context, { params, body }) => ({
    data: await withdrawConsent(context, params.id, body.photo_id),
  }))
  registerEndpoint(publication.download, async (context, { params }) => {
    await servePublication(context, folder, params.id)
    return ''
  })
}
