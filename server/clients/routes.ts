import { storeOnlyId } from '#server/lib/http/idempotency.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { confirmAccountContract } from '#shared/clients/confirm-account-contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { assignAccount } from './assign-account.ts'
import { changeNote, confirmClientAccount, confirmClientEmail, createClient, updateClient } from './client-changes.ts'
import { clientDetail, listClients, listClientUsers, listContacts, requireClient } from './client-records.ts'
import { renewDefaultPassword } from './default-password.ts'
import { addServices, createManualClient } from './history-changes.ts'
import { exportList } from '#server/history-logs/export-list.ts'
import { clientFile } from '#shared/clients/list-file.ts'

export function clientsRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(clientsContract.list, ({ tx }, { querystring }) => listClients(tx, querystring))
  registerEndpoint(clientsContract.exportList, (context, { querystring }) =>
    exportList(context, clientFile, {
      query: querystring,
      read: ({ tx }, query) => listClients(tx, query),
      rowsIn: 'clients',
    }),
  )
  registerEndpoint(clientsContract.detail, async ({ tx }, { params }) => ({ data: await clientDetail(tx, params.id) }))
  registerEndpoint(clientsContract.contacts, (context, { querystring }) => listContacts(context, querystring))
  registerEndpoint(clientsContract.create, (context, { body }) => createClient(context, body))
  registerEndpoint(clientsContract.update, async (context, { params, body }) => ({
    data: await updateClient(context, params.id, body),
  }))
  registerEndpoint(clientsContract.changeNote, async (context, { params, body }) => ({
    data: await changeNote(context, params.id, body.note),
  }))
  registerEndpoint(confirmAccountContract.confirm, async (context, { params, body }) => ({
    data: await confirmClientAccount(context, params.id, body.email),
  }))
  registerEndpoint(clientsContract.confirmEmail, async (context, { params, body }) => ({
    data: await confirmClientEmail(context, params.id, body.email),
  }))
  registerEndpoint(clientsContract.renewDefaultPassword, (context, { params }) =>
    renewDefaultPassword(context, params.id),
  )
  registerEndpoint(clientsContract.assignAccount, (context, { body }) => assignAccount(context, body))
  registerEndpoint(manualClientContract.users, (context, { querystring }) => listClientUsers(context, querystring))
  registerEndpoint(manualClientContract.create, (context, { body }) => createManualClient(context, body))
  registerEndpoint(
    manualClientContract.addServices,
    async (context, { params, body }) => ({ data: await addServices(context, params.id, body) }),
    storeOnlyId(({ tx }, id) => requireClient(tx, id)),
  )
}
