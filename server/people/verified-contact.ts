import type { ReadTx } from '#server/db/pool.ts'
import type { Context } from '#server/lib/context.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** What a person is reached by, and since when they have shown that it is theirs; undefined for an unknown or closed one. */
export const findVerified = (tx: ReadTx, personId: string) => views.verifiedContact(tx, personId)

/** SQL that is true where the person of a column has shown that an e-mail or a number is theirs. */
export const isVerified = views.isVerified

/** Column values of an e-mail that is not waiting for confirmation. */
export const CONFIRMED = { email_waits: false, log_in_email: null }

/**
 * The e-mail was confirmed, and is this person's own from now on; the database forgets it when the address changes. The caller
 * logs it. Throws a 422 where it belongs to another record by now.
 */
export const markEmailVerified = ({ tx, now }: Context, personId: string) =>
  queries.updatePerson(tx, personId, { email_verified_at: now, email_is_second: false, ...CONFIRMED })

/** Makes an e-mail that staff have changed the person's log-in. The caller writes the log. */
export const confirmEmail = ({ tx, now }: Context, personId: string) =>
  queries.updatePerson(tx, personId, { ...CONFIRMED, updated_at: now })

export const markPhoneVerified = ({ tx, now }: Context, personId: string) =>
  queries.updatePerson(tx, personId, { phone_verified_at: now })
