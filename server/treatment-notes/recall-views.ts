import { sql } from 'kysely'
import { inBatches } from '#server/db/in-batches.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { likePattern } from '#server/db/search-conditions.ts'
import { resourceName } from '#server/resources/public.ts'

/** Batches of a branch whose number or product contains the search text. */
function batches(tx: ReadTx, branchId: string, { productKey, batchKey }: { productKey: string; batchKey: string }) {
  let lines = tx
    .selectFrom('treatment_note_products')
    .innerJoin('treatment_notes', 'treatment_notes.id', 'treatment_note_products.note_id')
    .innerJoin('appointments', 'appointments.id', 'treatment_notes.appointment_id')
    .where('treatment_notes.branch_id', '=', branchId)
    .where('treatment_note_products.batch_key', '<>', '')
  if (productKey !== '')
    lines = lines.where((is) =>
      is.or([
        is('treatment_note_products.product_key', 'like', likePattern(productKey)),
        ...(batchKey === '' ? [] : [is('treatment_note_products.batch_key', 'like', likePattern(batchKey))]),
      ]),
    )
  return lines.groupBy(['treatment_note_products.batch_key', 'treatment_note_products.product_key'])
}

type BatchSearch = { productKey: string; batchKey: string; offset: number; limit: number }

/** One page of the batches that treatment notes name, the last used first, and the number of all batches found. */
export async function batchPage(tx: ReadTx, branchId: string, search: BatchSearch) {
  const found = batches(tx, branchId, search)
  const rows = await found
    .select([
      sql<string>`max(treatment_note_products.product_name)`.as('product_name'),
      sql<string>`max(treatment_note_products.batch)`.as('batch'),
      sql<string | null>`max(treatment_note_products.expires_on)`.as('expires_on'),
      sql<number>`count(distinct treatment_notes.client_id)`.as('clients'),
      sql<string>`max(appointments.appointment_date)`.as('last_given_on'),
    ])
    .orderBy(sql`max(appointments.starts_at)`, 'desc')
    .orderBy('treatment_note_products.batch_key')
    .orderBy('treatment_note_products.product_key')
    .offset(search.offset)
    .limit(search.limit)
    .execute()
  const { total } = await tx
    .selectFrom(found.select('treatment_note_products.batch_key').as('batches'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** The batch to recall; any product with this batch number if `productKey` is undefined. */
export type RecalledBatch = { branchId: string; batchKey: string; productKey: string | undefined }

function recipients(tx: ReadTx, { branchId, batchKey, productKey }: RecalledBatch) {
  const lines = tx
    .selectFrom('treatment_note_products')
    .innerJoin('treatment_notes', 'treatment_notes.id', 'treatment_note_products.note_id')
    .innerJoin('appointments', 'appointments.id', 'treatment_notes.appointment_id')
    .innerJoin('clients', 'clients.id', 'treatment_notes.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .where('treatment_notes.branch_id', '=', branchId)
    .where('treatment_note_products.batch_key', '=', batchKey)
  return productKey === undefined ? lines : lines.where('treatment_note_products.product_key', '=', productKey)
}

const rows = (tx: ReadTx, batch: RecalledBatch) =>
  recipients(tx, batch)
    .select([
      'treatment_notes.id as note_id',
      'treatment_note_products.position',
      'treatment_notes.client_id',
      'treatment_notes.appointment_id',
      'users.name',
      'users.contact_number',
      'users.email',
      'appointments.appointment_date',
      'treatment_note_products.product_name',
      'treatment_note_products.amount',
      'treatment_note_products.unit',
      'treatment_note_products.area',
      'treatment_note_products.batch',
      'treatment_note_products.expires_on',
    ])
    .select(resourceName('appointments.practitioner_id').as('practitioner_name'))
    .orderBy('appointments.starts_at', 'desc')
    .orderBy('treatment_notes.id')
    .orderBy('treatment_note_products.position')

export const pageOfRecipients = (tx: ReadTx, batch: RecalledBatch, page: { offset: number; limit: number }) =>
  rows(tx, batch).offset(page.offset).limit(page.limit).execute()

export const recipientsInBatches = (tx: ReadTx, batch: RecalledBatch) => inBatches(tx, rows(tx, batch))

/** The number of rows of a batch recall, and the number of clients who received the batch. */
export const countRecipients = (tx: ReadTx, batch: RecalledBatch) =>
  recipients(tx, batch)
    .select([sql<number>`count(*)`.as('rows'), sql<number>`count(distinct treatment_notes.client_id)`.as('clients')])
    .executeTakeFirstOrThrow()

export const recalledClients = async (tx: ReadTx, batch: RecalledBatch): Promise<string[]> =>
  (await recipients(tx, batch).select('treatment_notes.client_id').distinct().execute()).map(
    ({ client_id }) => client_id,
  )
