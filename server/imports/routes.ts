import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { importsContract as contract } from '#shared/imports/contract.ts'
import { importMessages } from '#shared/imports/messages.ts'
import {
  checkRows,
  decideAll,
  decideRow,
  discardBatch,
  listBatches,
  listRows,
  readBatch,
  startImport,
  undoImport,
} from './batches.ts'
import { exportRefusedRows } from './export-refused.ts'
import { uploadFile } from './upload-file.ts'

export function importRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(contract.list, (context, { querystring }) => listBatches(context, querystring))
  registerEndpoint(contract.upload, (context, { body }) => uploadFile(context, body))
  registerEndpoint(contract.batch, async (context, { params }) => ({ data: await readBatch(context, params.id) }))
  registerEndpoint(contract.rows, (context, { querystring }) => listRows(context, querystring))
  registerEndpoint(contract.check, async (context, { params, body }) => ({
    data: await checkRows(context, params.id, body),
  }))
  registerEndpoint(contract.decide, async (context, { params, body }) => ({
    data: await decideRow(context, params, body.decision),
  }))
  registerEndpoint(contract.decideAll, async (context, { params, body }) => ({
    data: await decideAll(context, params.id, body.decision),
  }))
  registerEndpoint(contract.start, async (context, { params }) => ({ data: await startImport(context, params.id) }))
  registerEndpoint(contract.undo, async (context, { params }) => ({ data: await undoImport(context, params.id) }))
  registerEndpoint(contract.refused, async (context, { params }) => {
    await exportRefusedRows(context, params.id)
    return ''
  })
  registerEndpoint(contract.discard, async (context, { params }) => {
    await discardBatch(context, params.id)
    return { message: importMessages.discarded }
  })
}
