import { sql } from 'kysely'
import { inBatches } from '#server/db/in-batches.ts'
import { runPipelined } from '#server/db/pipeline.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { PaymentMethod } from '#shared/sales/payment.ts'
import type { DocumentKind } from '#shared/clinic/documents.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { ExciseByClass } from '#shared/sales/tax.ts'
import { isSoldWithoutVat, percentageTaxSalesIn } from './percentage-tax-views.ts'
import { approverOf, refundedOf } from './refunds/refund-views.ts'
import { documentsFound } from './search-views.ts'
import type { LineRow, PaymentRow } from './queries.ts'

type SaleFilter = { search: string; from?: CivilDate | undefined; to?: CivilDate | undefined }

/**
 * The Senior Citizen and PWD cards of a sale, in the order of their positions. A void or refund has the cards of its
 * sale.
 */
export const cardsOfDocument = sql<(Card & { birth_date: CivilDate | null })[]>`(select coalesce(json_agg(
    json_build_object('position', position, 'kind', kind, 'id_number', id_number, 'name', name, 'tin', tin,
      'birth_date', birth_date)
    order by position), '[]') from document_cards
  where document_cards.document_id = coalesce(documents.refers_to, documents.id))`
/** Documents with the customer's name and whether they were voided. */
const documents = (tx: ReadTx) =>
  tx
    .selectFrom('documents')
    .leftJoin('document_customers', 'document_customers.document_id', 'documents.id')
    .leftJoin('documents as voids', (join) =>
      join.onRef('voids.refers_to', '=', 'documents.id').on('voids.kind', '=', sql.lit('void')),
    )
    .leftJoin('documents as original', 'original.id', 'documents.refers_to')
    .leftJoin('booklet_numbers', 'booklet_numbers.document_id', 'documents.id')
    .leftJoin('invoice_covers', (join) =>
      join.on('invoice_covers.sale_id', '=', sql`coalesce(documents.refers_to, documents.id)`),
    )
    .leftJoin('cover_invoices as cover', 'cover.id', 'invoice_covers.cover_id')
    .selectAll('documents')
    .select([
      sql<string>`coalesce(document_customers.customer_name, '')`.as('customer_name'),
      'document_customers.email',
      'document_customers.contact_number',
      sql<boolean>`voids.id is not null`.as('is_voided'),
      'original.number as original_number',
      'original.registration as original_registration',
      'booklet_numbers.number as booklet_number',
      'cover.id as cover_id',
      'cover.number as cover_number',
      'cover.registration as cover_registration',
      refundedOf,
      approverOf,
    ])

export type DocumentView = Awaited<ReturnType<typeof documentById>> & {}

export const documentById = (tx: ReadTx, id: string) => documents(tx).where('documents.id', '=', id).executeTakeFirst()

/** Reads the latest sale, void or refund of a branch. */
export const latestDocument = (tx: ReadTx, branchId: string, kind: DocumentKind) =>
  tx
    .selectFrom('documents')
    .select('id')
    .where('branch_id', '=', branchId)
    .where('kind', '=', kind)
    // This condition lets PostgreSQL use the small index of documents that refer to another.
    .$if(kind !== 'sale', (query) => query.where('refers_to', 'is not', null))
    .orderBy('business_date', 'desc')
    .orderBy('sold_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The documents that match a search and a date range. */
function filtered(tx: ReadTx, { search, from, to }: SaleFilter) {
  let rows = tx.selectFrom('documents')
  if (from) rows = rows.where('documents.business_date', '>=', from)
  if (to) rows = rows.where('documents.business_date', '<=', to)
  return search === '' ? rows : rows.where('documents.id', 'in', documentsFound(tx, search))
}

/** One page of documents, newest first. The page is selected before the joins, so that they run for its rows only. */
export const documentsPage = (tx: ReadTx, filter: SaleFilter, page: { page: number; per_page: number }) =>
  documents(tx)
    .where('documents.id', 'in', () =>
      filtered(tx, filter)
        .select('documents.id')
        .orderBy('documents.business_date', 'desc')
        .orderBy('documents.sold_at', 'desc')
        .orderBy('documents.id', 'desc')
        .limit(page.per_page)
        .offset((page.page - 1) * page.per_page),
    )
    .orderBy('documents.business_date', 'desc')
    .orderBy('documents.sold_at', 'desc')
    .orderBy('documents.id', 'desc')
    .execute()

/** All documents of the filter, newest first, in batches; needs a transaction. */
export const documentsInBatches = (tx: ReadTx, filter: SaleFilter) =>
  inBatches(
    tx,
    filtered(tx, filter)
      .leftJoin('document_customers', 'document_customers.document_id', 'documents.id')
      .select([
        sql<string>`coalesce(document_customers.customer_name, '')`.as('customer_name'),
        'documents.treatment_text',
        'documents.total_centavos',
        'documents.business_date',
        'documents.sold_at',
      ])
      .orderBy('documents.business_date', 'desc')
      .orderBy('documents.sold_at', 'desc')
      .orderBy('documents.id', 'desc'),
  )

export type Sums = {
  documents: number
  /** The number of sales without the voided ones. */
  transaction_count: number
  total_centavos: number
  /** The number of clients with a sale that is not voided. */
  active_customers: number
  /** The sums of each payment method, ordered by amount, largest first. */
  methods: { method: PaymentMethod; total_centavos: number; transaction_count: number }[]
}

/** The number of sales less that of voids; not below 0, because a search may find a void without its sale. */
const SALES_LESS_VOIDS = sql<number>`greatest(count(*) filter (where kind = 'sale') - count(*) filter (where kind = 'void'), 0)`

/** True for the first payment by each method, so that a document with two payments by one method counts once. */
const isFirstOfMethod = sql<boolean>`(position = 1 or not exists (select from payments earlier
  where earlier.document_id = payments.document_id and earlier.method = payments.method and earlier.position < payments.position))`

/**
 * The sums of all documents of the filter; voids and refunds are subtracted. The statement avoids `count(distinct …)`,
 * which would sort 200,000 rows on disk.
 */
export async function sumsOf(tx: ReadTx, filter: SaleFilter): Promise<Sums> {
  const columns = ['documents.id', 'documents.kind', 'documents.total_centavos', 'documents.client_id'] as const
  const { rows } = await sql<Sums>`with found as materialized (${filtered(tx, filter).select(columns)}),
    by_method as (
      select method, sum(amount_centavos)::bigint as total_centavos,
        greatest(count(*) filter (where kind = 'sale' and ${isFirstOfMethod})
          - count(*) filter (where kind = 'void' and ${isFirstOfMethod}), 0) as transaction_count
      from found join payments on payments.document_id = found.id
      group by method
    )
    select count(*) as documents, ${SALES_LESS_VOIDS} as transaction_count,
      coalesce(sum(total_centavos), 0)::bigint as total_centavos,
      (select count(client_id) from (select distinct client_id from found where kind = 'sale' and not exists
        (select from documents where refers_to = found.id and documents.kind = 'void')) clients) as active_customers,
      (select coalesce(json_agg(by_method order by total_centavos desc, method), '[]') from by_method) as methods
    from found`.execute(tx)
  return rows[0]!
}

const linesOf = (tx: ReadTx, ids: string[]): Promise<LineRow[]> =>
  tx.selectFrom('document_lines').selectAll().where('document_id', 'in', ids).orderBy('position').execute()

const paymentsOf = (tx: ReadTx, ids: string[]): Promise<PaymentRow[]> =>
  tx.selectFrom('payments').selectAll().where('document_id', 'in', ids).orderBy('position').execute()

/** Reads the lines and payments of documents. Returns a function that gives those of one document, in order. */
export async function partsOf(tx: ReadTx, ids: string[]) {
  const [lines, payments] = ids.length === 0 ? [[], []] : await runPipelined([linesOf(tx, ids), paymentsOf(tx, ids)])
  return (id: string) => ({
    lines: lines.filter((line) => line.document_id === id),
    payments: payments.filter((payment) => payment.document_id === id),
  })
}

/** The earlier payment that already has the reference number of one of the given payments. */
export const receiptOfReference = (tx: ReadTx, payments: readonly PaymentRow[]) =>
  tx
    .selectFrom('payments')
    .innerJoin('documents', 'documents.id', 'payments.document_id')
    .select(['documents.number', 'documents.mode', 'documents.kind', 'documents.registration'])
    .select(['payments.method', 'payments.reference_key'])
    .where('payments.method', '<>', sql.lit('card'))
    .where('payments.method', '<>', sql.lit('withheld'))
    .where(({ or, and, eb }) =>
      or(
        payments.map(({ method, reference_key }) =>
          and([eb('payments.method', '=', method), eb('payments.reference_key', '=', reference_key)]),
        ),
      ),
    )
    .orderBy('payments.reference_turn', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** The sum of a client's documents, including voids and refunds, and the number of dates with a visit. */
export async function spendingOf(tx: ReadTx, clientId: string): Promise<{ total_centavos: number; visits: number }> {
  const { rows } = await sql<{ total_centavos: number; visits: number }>`
    select (select coalesce(sum(total_centavos), 0)::bigint from documents where client_id = ${clientId}) as total_centavos,
      (select count(*) from (
        select date from client_services where client_id = ${clientId}
        union select appointment_date from appointments where client_id = ${clientId} and status = 'completed'
      ) dates) as visits`.execute(tx)
  return rows[0]!
}

/** The services that a branch sold most since a date. Voided lines are subtracted. */
export const mostSoldSince = (
  tx: ReadTx,
  { branchId, from, limit }: { branchId: string; from: CivilDate; limit: number },
) =>
  tx
    .selectFrom('documents')
    .innerJoinLateral(
      // The `offset 0` in the subquery makes PostgreSQL read the lines of each document instead of those of all years.
      ({ selectFrom }) =>
        selectFrom('document_lines')
          .select(['service_id', 'quantity'])
          .whereRef('document_id', '=', 'documents.id')
          .offset(0)
          .as('line'),
      (join) => join.onTrue(),
    )
    .select(['service_id', sql<number>`sum(quantity)::integer`.as('quantity')])
    .where('branch_id', '=', branchId)
    .where('business_date', '>=', from)
    .where('service_id', 'is not', null)
    .$narrowType<{ service_id: string }>()
    .groupBy('service_id')
    .having(sql<number>`sum(quantity)`, '>', 0)
    .orderBy('quantity', 'desc')
    .orderBy('service_id')
    .limit(limit)
    .execute()

export type Buyer = { name: string; address: string; tin: string }
type Card = { position: number; kind: 'senior' | 'pwd'; id_number: string; name: string; tin: string | null }

export type PaperRow = Awaited<ReturnType<typeof paperOf>>

/**
 * What a receipt prints besides its lines: the number and time of its prints, whether it is taxed, the excise in its
 * sales, their split by percentage tax, and the buyer and the Senior Citizen or PWD cards of the sale.
 */
export const paperOf = (tx: ReadTx, { id: documentId, refers_to }: Pick<DocumentView, 'id' | 'refers_to'>) =>
  tx
    .selectFrom('receipt_prints')
    .select([
      sql<number>`count(*)`.as('print_count'),
      sql<Date | null>`max(printed_at)`.as('last_printed_at'),
      sql<Buyer | null>`(select json_build_object('name', name, 'address', address, 'tin', tin)
        from document_buyers where document_id = ${refers_to ?? documentId})`.as('buyer'),
      sql<Card[]>`(select coalesce(json_agg(json_build_object('position', position, 'kind', kind,
          'id_number', id_number, 'name', name, 'tin', tin) order by position), '[]')
        from document_cards where document_id = ${refers_to ?? documentId})`.as('cards'),
      sql<boolean>`exists (select from document_lines
        where document_id = ${documentId} and tax_class is not null)`.as('is_taxed'),
      sql<ExciseByClass>`(select coalesce(json_object_agg(tax_class, excise), '{}') from (
        select tax_class, sum(excise_centavos) as excise from document_lines
        where document_id = ${documentId} and excise_centavos <> 0 group by 1) classes)`.as('excise'),
      percentageTaxSalesIn(sql`document_lines where document_id = ${documentId}`).as('percentage_tax'),
      isSoldWithoutVat(documentId).as('is_without_vat'),
    ])
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()

/** Sales in booklet mode that are not voided and have no invoice number yet, of one shift or all, oldest first. */
export function salesWithoutBookletNumber(tx: ReadTx, shiftId: string | undefined) {
  const sales = tx
    .selectFrom('documents')
    .leftJoin('document_customers', 'document_customers.document_id', 'documents.id')
    .select(['documents.id', 'documents.number', 'documents.mode', 'documents.kind', 'documents.registration'])
    .select(['documents.sold_at', 'documents.total_centavos'])
    .select(sql<string>`coalesce(document_customers.customer_name, '')`.as('customer_name'))
    .where('documents.mode', '=', sql.lit('booklet'))
    .where('documents.kind', '=', sql.lit('sale'))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('booklet_numbers').whereRef('booklet_numbers.document_id', '=', 'documents.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('documents as voids')
            .whereRef('voids.refers_to', '=', 'documents.id')
            .where('voids.kind', '=', sql.lit('void')),
        ),
      ),
    )
    .orderBy('documents.sold_at')
    .orderBy('documents.id')
    .limit(50)
  return (shiftId === undefined ? sales : sales.where('documents.shift_id', '=', shiftId)).execute()
}

/** One payment of a document; undefined if the document has no payment at this position. */
export const paymentAt = (tx: ReadTx, documentId: string, position: number) =>
  tx
    .selectFrom('payments')
    .select(['method', 'amount_centavos'])
    .where('document_id', '=', documentId)
    .where('position', '=', position)
    .executeTakeFirst()
