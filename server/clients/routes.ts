import type { Implement } from '#server/lib/implement.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { createClient, updateClient } from './client-changes.ts'
import { renewDefaultPassword } from './default-password.ts'
import { clientDetail, listClients, listContacts } from './service.ts'

export function clientsRoutes(implement: Implement): void {
  implement(clientsContract.list, ({ tx }, { querystring }) => listClients(tx, querystring))
  implement(clientsContract.detail, async ({ tx }, { params }) => ({ data: await clientDetail(tx, params.id) }))
  implement(clientsContract.contacts, ({ tx }, { querystring }) => listContacts(tx, querystring))
  implement(clientsContract.create, (context, { body }) => createClient(context, body))
  implement(clientsContract.update, async (context, { params, body }) => ({
    data: await updateClient(context, params.id, body),
  }))
  implement(clientsContract.renewDefaultPassword, (context, { params }) => renewDefaultPassword(context, params.id))
}
