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

/** Deletes the saved cards of a client and of records merged into it. Receipts keep theirs, without the birth date. */
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
