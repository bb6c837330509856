import path from 'node:path'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { photoContract } from '#shared/profile/contract.ts'
import { closureRequestContract, usersContract } from '#shared/users/contract.ts'
import { closureRequestMessages, userMessages } from '#shared/users/messages.ts'
import { changeUser, createUser, type ChangeHooks } from './administration.ts'
import { closeUser, consequencesOfClosing, decideClosureRequest, type ClientRecords } from './closing.ts'
import { listUsers } from './list-users.ts'
import { changePhoto, photoAddress, removePhoto, servePhoto } from './photo.ts'
import { exportList } from '#server/history-logs/export-list.ts'
import { userFile } from '#shared/users/list-file.ts'

export function usersRoutes(
  registerEndpoint: RegisterEndpoint,
  options: { uploadsDir: string; clientRecords: ClientRecords } & ChangeHooks,
): void {
  const photos = path.join(options.uploadsDir, 'photos')
  const records = options.clientRecords
  registerEndpoint(usersContract.list, (context, { querystring }) => listUsers(context, querystring))
  registerEndpoint(usersContract.exportList, (context, { querystring }) =>
    exportList(context, userFile, { query: querystring, read: listUsers, rowsIn: 'users' }),
  )
  registerEndpoint(usersContract.create, async (context, { body }) => ({ data: await createUser(context, body) }))
  registerEndpoint(usersContract.update, (context, { params, body }) => changeUser(context, params.id, body, options))
  registerEndpoint(usersContract.appointmentsAhead, async (context, { params }) => ({
    data: await consequencesOfClosing(context, params.id, records),
  }))
  registerEndpoint(usersContract.remove, async (context, { params }) => {
    await closeUser(context, { photos, records }, params.id)
    return { message: userMessages.deleted }
  })
  registerEndpoint(closureRequestContract.decide, async (context, { params, body }) => {
    await decideClosureRequest(context, { photos, records }, params.id, body)
    const { closedToast, declinedToast } = closureRequestMessages
    return { message: body.decision === 'close' ? closedToast : declinedToast }
  })
  photoRoutes(registerEndpoint, photos)
}

function photoRoutes(registerEndpoint: RegisterEndpoint, photos: string): void {
  registerEndpoint(photoContract.upload, async (context, { body }) => ({
    data: { photo: photoAddress(await changePhoto(context, photos, body.photo)) },
  }))
  registerEndpoint(photoContract.remove, async (context) => {
    await removePhoto(context, photos)
    return { data: { photo: null } }
  })
  registerEndpoint(photoContract.picture, async (context, { params }) => {
    await servePhoto(context, photos, params.name)
    return ''
  })
}
