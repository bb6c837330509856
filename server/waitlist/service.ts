import type { Tx } from '#server/db/pool.ts'
import { holds } from '#server/resources/service.ts'
import * as queries from './queries.ts'

/** For a merge of two records, and its undoing: moves entries. */
export const { moveEntries } = queries

/** Removes a client's wishes when the account is closed; a time that was held for them is free again. */
export async function eraseEntries(tx: Tx, clientId: string): Promise<void> {
  for (const key of await queries.deleteEntriesOf(tx, clientId)) await holds.dropHold(tx, key)
}
