import type { Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { ClientDetails } from '#server/db/schema.ts'

export const upsertCard = (tx: Tx, { client_id, ...values }: Insertable<ClientDetails>) =>
  tx
    .insertInto('client_details')
    .values({ client_id, ...values })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute()
