import { depositsContract } from '#shared/deposits/contract.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'

/** Endpoints whose data a change of a deposit affects: the deposits, and the visits that they confirm. */
export const depositReads = [depositsContract.list, depositsContract.ofClient, depositsContract.ofVisit, ...deskReads]
