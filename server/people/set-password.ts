import type { Context } from '#server/lib/context.ts'
import * as queries from './queries.ts'

/** Sets a chosen password, which replaces a temporary one. */
export const setPassword = ({ tx, now }: Context, id: string, passwordHash: string) =>
  queries.updateAccount(tx, id, {
    password_hash: passwordHash,
    must_set_password: false,
    default_password_until: null,
    updated_at: now,
  })

/** Sets a default password that expires and only allows choosing another. The caller ends the sessions and logs it. */
export const setDefaultPassword = ({ tx, now }: Context, id: string, passwordHash: string, until: Date) =>
  queries.updateAccount(tx, id, {
    password_hash: passwordHash,
    must_set_password: true,
    default_password_until: until,
    updated_at: now,
  })

/** A user who becomes staff must choose another password at the next log-in. */
export const requirePasswordChoice = ({ tx }: Context, id: string) =>
  queries.updateAccount(tx, id, { must_set_password: true })
