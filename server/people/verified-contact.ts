import type { ReadTx } from '#server/db/pool.ts'
import type { Context } from '#server/lib/context.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** Reads a person's e-mail and number, and when each was confirmed; undefined if the account is unknown or closed. */
export const findVerified = (tx: ReadTx, personId: string) => views.verifiedContact(tx, personId)

/** SQL condition that is true if the person has confirmed an e-mail or number. */
export const isVerified = views.isVerified

/** Column values of an e-mail that is not waiting for confirmation. */
export const CONFIRMED = { email_waits: false, log_in_email: null }

/**
 * Marks the e-mail as confirmed and owned by this person; changing the address removes the mark. The caller logs the
 * confirmation. Throws a 422 if the e-mail belongs to another record by now.
 */
export const markEmailVerified = ({ tx, now }: Context, personId: string) =>
  queries.updatePerson(tx, personId, { email_verified_at: now, email_is_second: false, ...CONFIRMED })

/** Lets a person log in with the new e-mail that staff have entered for them. The caller writes the log. */
export const confirmEmail = ({ tx, now }: Context, personId: string) =>
  queries.updatePerson(tx, personId, { ...CONFIRMED, updated_at: now })

export const markPhoneVerified = ({ tx, now }: Context, personId: string) =>
  queries.updatePerson(tx, personId, { phone_verified_at: now })
