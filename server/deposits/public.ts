/**
 * Finds a deposit by its own id, or the deposit of a visit, for the texts of messages; both return undefined if there
 * is none.
 */
export { depositById as findDeposit, depositOfVisit as findDepositOfVisit } from './views.ts'
export { addPicture, listOwnDeposits, reportDeposit } from './own-deposits.ts'
export { moveDepositsToVisits } from './queries.ts'
