import type { Implement } from '#server/lib/implement.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { assignAccount } from './assign-account.ts'
import { createClient, updateClient } from './client-changes.ts'
import { renewDefaultPassword } from './default-password.ts'
import { addServices, createManualClient } from './history-changes.ts'
import { clientDetail, listClients, listClientUsers, listContacts } from './service.ts'

export function clientsRoutes(implement: Implement): void {
  implement(clientsContract.list, ({ tx }, { querystring }) => listClients(tx, querystring))
  implement(clientsContract.detail, async ({ tx }, { params }) => ({ data: await clientDetail(tx, params.id) }))
  implement(clientsContract.contacts, ({ tx }, { querystring }) => listContacts(tx, querystring))
  implement(clientsContract.create, (context, { body }) => createClient(context, body))
  implement(clientsContract.update, async (context, { params, body }) => ({
    data: await updateClient(context, params.id, body),
  }))
  implement(clientsContract.renewDefaultPassword, (context, { params }) => renewDefaultPassword(context, params.id))
  implement(clientsContract.assignAccount, (context, { body }) => assignAccount(context, body))
  implement(manualClientContract.users, ({ tx }, { querystring }) => listClientUsers(tx, querystring))
  implement(manualClientContract.create, (context, { body }) => createManualClient(context, body))
  implement(manualClientContract.addServices, async (context, { params, body }) => ({
    data: await addServices(context, params.id, body),
  }))
}
