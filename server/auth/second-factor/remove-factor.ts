import type { Tx } from '#server/db/pool.ts'
import { distrustDevicesOf } from '#server/sessions/public.ts'
import * as queries from './queries.ts'

/** Removes the second factor of an account with its recovery codes and trusted devices; false if there was none. */
export async function removeFactor({ tx }: { tx: Tx }, accountId: string): Promise<boolean> {
  await queries.deleteCodes(tx, accountId)
  await distrustDevicesOf({ tx }, accountId)
  return queries.deleteSecret(tx, accountId)
}
