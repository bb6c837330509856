import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { mergesContract } from '#shared/merges/contract.ts'
import { mergeClients } from './merge-clients.ts'
import { compareClients } from './sides.ts'
import { lastMerge, undoMerge } from './undo-merge.ts'

export function mergesRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(mergesContract.compare, async ({ tx }, { params }) => ({
    data: await compareClients(tx, params.id, params.other_id),
  }))
  registerEndpoint(mergesContract.merge, async (context, { params, body }) => ({
    data: await mergeClients(context, params.id, body),
  }))
  registerEndpoint(mergesContract.last, async (context, { params }) => ({ data: await lastMerge(context, params.id) }))
  registerEndpoint(mergesContract.undo, async (context, { params, body }) => ({
    data: await undoMerge(context, params.id, body.merge_id),
  }))
}
