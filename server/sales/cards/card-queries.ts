import type { Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { ClientCards } from '#server/db/schema.ts'

type RememberedCard = Pick<Insertable<ClientCards>, 'kind' | 'id_number' | 'name' | 'birth_date'> & { now: Date }

/** Saves a client's latest card, which the till fills in at the next visit. */
export const rememberCard = (tx: Tx, clientId: string, { now, ...card }: RememberedCard) =>
  tx
    .insertInto('client_cards')
    .values({ client_id: clientId, ...card, seen_at: now })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ ...card, seen_at: now }))
    .execute()
