import { visitContract } from '#shared/appointments/visit-contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { mergesContract } from '#shared/merges/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'

/** What shows the two records of a merge: read again after it, and after its undoing. The comparison is not: one of the two is gone. */
export const mergeReads = [
  clientsContract.list,
  clientsContract.detail,
  clientsContract.contacts,
  manualClientContract.users,
  mergesContract.last,
  salesContract.spending,
  visitContract.noShows,
]
