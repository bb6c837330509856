import type { Tx } from '#server/db/pool.ts'
import { deletePendingLogInsOf, distrustDevicesOf } from '#server/sessions/public.ts'
import { deletePasskeys } from './passkeys/queries.ts'
import * as queries from './queries.ts'

/**
 * Removes an account's authenticator app, passkeys, recovery codes and trusted devices, and the log-ins that have
 * passed only the password. Returns false if the account had no second factor.
 */
export async function removeFactor({ tx }: { tx: Tx }, accountId: string): Promise<boolean> {
  await queries.deleteCodes(tx, accountId)
  await distrustDevicesOf({ tx }, accountId)
  await deletePendingLogInsOf({ tx }, accountId)
  const passkeys = await deletePasskeys(tx, { accountId })
  return (await queries.deleteSecret(tx, accountId)) || passkeys.length > 0
}
