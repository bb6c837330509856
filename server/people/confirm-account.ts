import type { ReadTx } from '#server/db/pool.ts'
import type { Context } from '#server/lib/context.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/**
 * True if an account must await the confirmation of an admin after the caller has created it or set its log-in e-mail
 * or default password. If the caller is neither the person nor an admin, nobody has checked that the account belongs to
 * the person.
 */
export const mustAwaitConfirmation = ({ user }: Pick<Context, 'user'>, personId: string): boolean =>
  user !== null && user.id !== personId && !user.permissions.has('users.manage')

/** True until an admin has confirmed that an account created by staff really belongs to the person. */
export const awaitsConfirmation = async (tx: ReadTx, personId: string): Promise<boolean> =>
  (await views.personById(tx, personId))?.awaits_confirmation ?? false

/**
 * Confirms that an account belongs to its person, who can then read their own chart with it. The caller writes the log.
 */
export const confirmAccount = ({ tx, now }: Context, personId: string) =>
  queries.updateAccount(tx, personId, { awaits_confirmation: false, updated_at: now })
