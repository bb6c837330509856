import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from './pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { CardFacts } from '#shared/client-cards/contract.ts'

// The client card of a record into which others were merged. A merge moves no card: the card of the remaining record
// comes first, and the cards of the merged records fill the fields that it lacks. Saving the card stores all of it in
// the remaining record, so that the cards of records that were merged before are ignored from then on. Undoing the
// merge therefore gives each record its own card back.

export type StoredCard = CardFacts & { version: number }

/**
 * The client cards that together make up the card of a client: first the client's own, then those of records merged
 * into it.
 */
export async function cardsOf(tx: ReadTx, clientId: string): Promise<StoredCard[]> {
  const { rows } = await sql<StoredCard>`
    with recursive records as (
      select clients.id, card.saved_at, 0 as depth
      from clients left join client_details card on card.client_id = clients.id where clients.id = ${clientId}
      union all
      select clients.id, card.saved_at, records.depth + 1
      from records
        join clients on clients.merged_into = records.id
        join client_merges merge on merge.merged_id = clients.id and merge.undone_at is null
        left join client_details card on card.client_id = clients.id
      where records.saved_at is null or records.saved_at <= merge.merged_at
    )
    select client_details.*
    from records join client_details on client_details.client_id = records.id
    order by records.depth, client_details.saved_at desc, records.id`.execute(tx)
  return rows
}

/** The ids of the clients with a tag, as a subquery for `in`. */
export const clientIdsWithTag = (tag: string): RawBuilder<string> =>
  sql<string>`(
    with recursive owners as (
      select client_id as id from client_details where tags @> array[${tag}]::text[]
      union
      select clients.merged_into
      from owners
        join clients on clients.id = owners.id
        join client_merges merge on merge.merged_id = clients.id and merge.undone_at is null
        left join client_details card on card.client_id = clients.merged_into
      where clients.merged_into is not null and (card.saved_at is null or card.saved_at <= merge.merged_at)
    )
    select id from owners)`

/** The client's birth date; null if the client card has none. */
export const findBirthDate = async (tx: ReadTx, clientId: string): Promise<CivilDate | null> =>
  (await cardsOf(tx, clientId)).find(({ birth_date }) => birth_date !== null)?.birth_date ?? null
