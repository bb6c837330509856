/** A deposit, or that of a visit, for messages about it; undefined if there is none. */
export { depositById as findDeposit, depositOfVisit as findDepositOfVisit } from './views.ts'
export { addPicture, listOwnDeposits, reportDeposit } from './own-deposits.ts'
