import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { refundedOf } from './refunds/refund-views.ts'
import { cardsOfDocument, type Buyer } from './views.ts'

const ofUser = (tx: ReadTx, userId: string) =>
  tx
    .selectFrom('documents')
    .innerJoin('clients', 'clients.id', 'documents.client_id')
    .where('clients.person_id', '=', userId)

/** True when the document belongs to this client, regardless of who else may read it. */
export const isDocumentOf = async (tx: ReadTx, id: string, userId: string): Promise<boolean> =>
  (await ofUser(tx, userId).select('documents.id').where('documents.id', '=', id).executeTakeFirst()) !== undefined

/** Every document of a person, newest first, including voids and refunds. */
export const documentsOfUser = (tx: ReadTx, userId: string) =>
  ofUser(tx, userId)
    .leftJoin('document_customers', 'document_customers.document_id', 'documents.id')
    .leftJoin('documents as original', 'original.id', 'documents.refers_to')
    .selectAll('documents')
    .select(cardsOfDocument.as('cards'))
    .select([
      'document_customers.customer_name',
      'document_customers.email',
      'document_customers.contact_number',
      'original.number as original_number',
      'original.registration as original_registration',
      sql<Buyer | null>`(select json_build_object('name', name, 'address', address, 'tin', tin)
        from document_buyers where document_id = documents.id)`.as('buyer'),
    ])
    .orderBy('documents.sold_at', 'desc')
    .orderBy('documents.id', 'desc')
    .execute()

/**
 * A person's purchases and refunds, newest first. Voided sales and their voids are included, so that the totals add up.
 */
export const ownSalesPage = (tx: ReadTx, userId: string, page: { page: number; per_page: number }) =>
  ofUser(tx, userId)
    .leftJoin('documents as voids', (join) =>
      join.onRef('voids.refers_to', '=', 'documents.id').on('voids.kind', '=', sql.lit('void')),
    )
    .select([
      'documents.id',
      'documents.kind',
      'documents.number',
      'documents.mode',
      'documents.registration',
      'documents.sold_at',
      'documents.total_centavos',
    ])
    .select([refundedOf, sql<boolean>`voids.id is not null`.as('is_voided')])
    .orderBy('documents.sold_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(page.per_page)
    .offset((page.page - 1) * page.per_page)
    .execute()

export async function countOwnSales(tx: ReadTx, userId: string): Promise<number> {
  const counted = ofUser(tx, userId).select(sql<number>`count(*)`.as('total'))
  return (await counted.executeTakeFirstOrThrow()).total
}

/**
 * The latest Senior Citizen or PWD card of a person, stored with their own record or with one that was merged into it.
 */
export const latestCard = (tx: ReadTx, userId: string) =>
  tx
    .selectFrom('client_cards')
    .innerJoin('clients', 'clients.id', 'client_cards.client_id')
    .leftJoin('clients as remaining', 'remaining.id', 'clients.merged_into')
    .select(['client_cards.kind', 'id_number', 'client_cards.name', 'client_cards.tin', 'birth_date', 'seen_at'])
    .where(sql<boolean>`coalesce(remaining.person_id, clients.person_id) = ${userId}`)
    .orderBy('seen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
