import type { ReadTx } from '#server/db/pool.ts'
import type { Context } from '#server/lib/context.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/**
 * True if an account that the caller makes, or gives a log-in e-mail or a default password, must await the confirmation
 * of an admin: the caller is neither the person nor an admin, so it is not known whether the person has the account.
 */
export const mustAwaitConfirmation = ({ user }: Pick<Context, 'user'>, personId: string): boolean =>
  user !== null && user.id !== personId && !user.permissions.has('users.manage')

/** True until an admin has confirmed that the person has the account which staff have made for them. */
export const awaitsConfirmation = async (tx: ReadTx, personId: string): Promise<boolean> =>
  (await views.personById(tx, personId))?.awaits_confirmation ?? false

/** Lets the person open their own chart with their account. The caller writes the log. */
export const confirmAccount = ({ tx, now }: Context, personId: string) =>
  queries.updateAccount(tx, personId, { awaits_confirmation: false, updated_at: now })
