import { eraseContactOf } from './queries.ts'

/** Takes phone and e-mail of a client off their receipts, when the account is closed. */
export const eraseContact = eraseContactOf
