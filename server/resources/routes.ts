import path from 'node:path'
import { storeOnlyId } from '#server/lib/http/idempotency.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { FOR_GOOD, servePicture } from '#server/lib/stored-pictures.ts'
import { resourcesContract as contract } from '#shared/resources/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { closeRooms, reopenRooms, addException, removeBlock, removeException } from './exception-changes.ts'
import { listResources, readResource } from './read-resources.ts'
import { createResource, moveResource, updateResource } from './resource-changes.ts'
import { exportList } from '#server/history-logs/export-list.ts'
import { resourceFile } from '#shared/resources/list-file.ts'

export function resourceRoutes(registerEndpoint: RegisterEndpoint, options: { uploadsDir: string }): void {
  const folder = path.join(options.uploadsDir, 'resources')
  listRoutes(registerEndpoint)
  registerEndpoint(contract.create, async (context, { body: { photo, ...fields } }) => ({
    data: await createResource(context, folder, fields, photo),
  }))
  registerEndpoint(contract.update, async (context, { params, body }) => {
    const { photo, without_photo, despite_visits, ...fields } = body
    const update = { fields, photo, withoutPhoto: without_photo === true, despite: despite_visits === true }
    return {
      data: await updateResource(context, folder, params.id, update),
    }
  })
  registerEndpoint(contract.move, async (context, { params, body }) => {
    await moveResource(context, params.id, body.direction)
    return { message: s.moved }
  })
  registerExceptions(registerEndpoint)
  registerEndpoint(contract.addBlock, async (context, { params, body: { date, ...entry } }) => {
    await addException(context, params.id, { ...entry, kind: 'block', first_date: date, last_date: date })
    return { message: s.blockAdded }
  })
  registerEndpoint(contract.removeBlock, async (context, { params }) => {
    await removeBlock(context, params.id, params.entry_id)
    return { message: s.blockRemoved }
  })
  registerClosedHours(registerEndpoint)
  registerEndpoint(contract.photo, async (context, { params }) => {
    await servePicture(context, folder, params.name, `public, ${FOR_GOOD}`)
    return ''
  })
}

function listRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(contract.list, (context, { querystring }) => listResources(context, querystring))
  registerEndpoint(contract.exportList, (context, { querystring }) =>
    exportList(context, resourceFile, { query: querystring, read: listResources, rowsIn: 'data' }),
  )
}

/** The calls that close all rooms for some hours. */
function registerClosedHours(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(contract.closeRooms, async (context, { body }) => ({
    data: { rooms: await closeRooms(context, body) },
  }))
  registerEndpoint(contract.reopenRooms, async (context, { params }) => {
    await reopenRooms(context, params.entry_id)
    return { message: s.hoursReopened }
  })
}

function registerExceptions(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(
    contract.addException,
    async (context, { params, body }) => ({ data: await addException(context, params.id, body) }),
    storeOnlyId(readResource),
  )
  registerEndpoint(contract.removeException, async (context, { params, querystring }) => ({
    data: await removeException(context, params.id, params.exception_id, {
      despite: querystring.despite_visits === 'yes',
    }),
  }))
}
