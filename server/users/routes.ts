import path from 'node:path'
import type { Implement } from '#server/lib/implement.ts'
import { closureRequestContract } from '#shared/users/closure-request-contract.ts'
import { closureRequestSentences } from '#shared/users/closure-request-sentences.ts'
import { usersContract } from '#shared/users/contract.ts'
import { photoContract } from '#shared/users/photo-contract.ts'
import { userSentences } from '#shared/users/sentences.ts'
import { changeUser, createUser, listUsers } from './administration.ts'
import { appointmentsAhead, closeUser, decideClosureRequest, type ClientRecords } from './closing.ts'
import { changePhoto, photoAddress, removePhoto, servePhoto } from './photo.ts'

export function usersRoutes(implement: Implement, options: { uploadsDir: string; clientRecords: ClientRecords }): void {
  const photos = path.join(options.uploadsDir, 'photos')
  const records = options.clientRecords
  implement(usersContract.list, (context, { querystring }) => listUsers(context, querystring))
  implement(usersContract.create, async (context, { body }) => ({ data: await createUser(context, body) }))
  implement(usersContract.update, async (context, { params, body }) => ({
    data: await changeUser(context, params.id, body),
  }))
  implement(usersContract.appointmentsAhead, async (context, { params }) => ({
    data: { appointments_ahead: await appointmentsAhead(context, params.id, records) },
  }))
  implement(usersContract.remove, async (context, { params }) => {
    await closeUser(context, { photos, records }, params.id)
    return { message: userSentences.deleted }
  })
  implement(closureRequestContract.decide, async (context, { params, body }) => {
    await decideClosureRequest(context, { photos, records }, params.id, body)
    const { closedToast, declinedToast } = closureRequestSentences
    return { message: body.decision === 'close' ? closedToast : declinedToast }
  })
  photoRoutes(implement, photos)
}

function photoRoutes(implement: Implement, photos: string): void {
  implement(photoContract.upload, async (context, { body }) => ({
    data: { photo: photoAddress(await changePhoto(context, photos, body.photo)) },
  }))
  implement(photoContract.remove, async (context) => {
    await removePhoto(context, photos)
    return { data: { photo: null } }
  })
  implement(photoContract.picture, async (context, { params }) => {
    await servePhoto(context, photos, params.name)
    return ''
  })
}
