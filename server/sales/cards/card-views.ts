import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'

/** The latest card of a person, under their own record or one merged into it. */
export const rememberedCard = (tx: ReadTx, userId: string) =>
  tx
    .selectFrom('client_cards')
    .innerJoin('clients', 'clients.id', 'client_cards.client_id')
    .leftJoin('clients as kept', 'kept.id', 'clients.merged_into')
    .select(['client_cards.kind', 'id_number', 'client_cards.name', 'birth_date', 'seen_at'])
    .where(sql<boolean>`coalesce(kept.person_id, clients.person_id) = ${userId}`)
    .orderBy('seen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
