import { visitContract } from '#shared/appointments/desk-contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { mergesContract } from '#shared/merges/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'

/**
 * Reads that show the two records: reloaded after a merge and its undoing. The comparison is not reloaded, because one
 * record no longer exists.
 */
export const mergeReads = [
  clientsContract.list,
  clientsContract.detail,
  clientsContract.contacts,
  manualClientContract.users,
  mergesContract.last,
  salesContract.spending,
  visitContract.noShows,
]
