import type { Insertable } from 'kysely'
import { insertAsJson } from '#server/db/insert-as-json.ts'
import type { Tx } from '#server/db/pool.ts'
import type { ClientDetails } from '#server/db/schema.ts'

export const upsertCard = (tx: Tx, { client_id, ...values }: Insertable<ClientDetails>) =>
  tx
    .insertInto('client_details')
    .values({ client_id, ...values })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute()

export const insertCards = (tx: Tx, rows: readonly Insertable<ClientDetails>[]) =>
  insertAsJson(tx, 'client_details', rows)

/** Deletes the client cards of these clients that nobody has saved again since they were added (version 1). */
export const deleteUnchangedCards = (tx: Tx, clientIds: readonly string[]) =>
  tx.deleteFrom('client_details').where('client_id', 'in', clientIds).where('version', '=', 1).execute()
