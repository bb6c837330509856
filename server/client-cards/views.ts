import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'

/**
 * The birth date on the latest Senior Citizen or PWD card that the client showed, including cards of records that were
 * merged into the client's record.
 */
export const birthDateOfId = (tx: ReadTx, clientId: string) =>
  tx
    .selectFrom('client_cards')
    .innerJoin('clients', 'clients.id', 'client_cards.client_id')
    .select('birth_date')
    .where(sql<boolean>`coalesce(clients.merged_into, clients.id) = ${clientId}`)
    .where('birth_date', 'is not', null)
    .orderBy('seen_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const MOST_TAGS = 200

/** The tags of clients, the most frequent first. */
export const tagsInUse = (tx: ReadTx) =>
  tx
    .selectFrom(
      tx
        .selectFrom('client_details')
        .innerJoin('clients', 'clients.id', 'client_details.client_id')
        .select(sql<string>`unnest(tags)`.as('tag'))
        .where('clients.merged_into', 'is', null)
        .as('used'),
    )
    .select(['tag', ({ fn }) => fn.countAll<number>().as('clients')])
    .groupBy('tag')
    .orderBy('clients', 'desc')
    .orderBy('tag')
    .limit(MOST_TAGS)
    .execute()
