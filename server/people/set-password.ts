import type { Context } from '#server/lib/context.ts'
import * as queries from './queries.ts'

/** A chosen password: from now on it is the only one, and a first password is done with. */
export const setPassword = ({ tx, now }: Context, id: string, passwordHash: string) =>
  queries.updateAccount(tx, id, {
    password_hash: passwordHash,
    must_set_password: false,
    default_password_until: null,
    updated_at: now,
  })

/** A default password: until then it works, and only to choose an own one. The caller ends the sessions and logs it. */
export const setDefaultPassword = ({ tx, now }: Context, id: string, passwordHash: string, until: Date) =>
  queries.updateAccount(tx, id, {
    password_hash: passwordHash,
    must_set_password: true,
    default_password_until: until,
    updated_at: now,
  })

/** Whoever becomes staff chooses another password at the next log-in. */
export const requirePasswordChoice = ({ tx }: Context, id: string) =>
  queries.updateAccount(tx, id, { must_set_password: true })
