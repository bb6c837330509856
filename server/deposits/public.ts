/** A deposit for the message about it; undefined for an unknown one. */
export { depositById as findDeposit } from './views.ts'
