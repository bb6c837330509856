import type { QueryClient } from '@tanstack/react-query'
import { clientsContract } from '#shared/clients/contract.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'

const lists = [clientsContract.list, clientsContract.detail, clientsContract.contacts, manualClientContract.users]

/** Reads again what shows people on file, after one of them was added or changed. */
export const rereadClients = (queries: QueryClient): Promise<unknown> =>
  Promise.all(lists.map(({ url }) => queries.invalidateQueries({ queryKey: [url] })))
