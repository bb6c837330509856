import type { Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { ClientCards } from '#server/db/schema.ts'

type RememberedCard = Pick<Insertable<ClientCards>, 'kind' | 'id_number' | 'name' | 'birth_date'> & { now: Date }

/** The card that a client came with last; it is filled in at the next visit. */
export const rememberCard = (tx: Tx, clientId: string, { now, ...card }: RememberedCard) =>
  tx
    .insertInto('client_cards')
    .values({ client_id: clientId, ...card, seen_at: now })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ ...card, seen_at: now }))
    .execute()

/** Forgets the cards of a client and of records that were merged into it; what stands on a receipt but for the birth date stays. */
export async function eraseCardsOf(tx: Tx, clientId: string): Promise<void> {
  await tx
    .deleteFrom('client_cards')
    .where('client_id', 'in', ({ selectFrom }) =>
      selectFrom('clients')
        .select('id')
        .where(({ or, eb }) => or([eb('id', '=', clientId), eb('merged_into', '=', clientId)])),
    )
    .execute()
  await tx
    .updateTable('document_cards')
    .set({ birth_date: null })
    .where('birth_date', 'is not', null)
    .where('document_id', 'in', ({ selectFrom }) =>
      selectFrom('documents').select('id').where('client_id', '=', clientId),
    )
    .execute()
}
