import { sql, type SqlBool } from 'kysely'
import { containsWords } from '#server/db/contains-words.ts'
import { inBatches } from '#server/db/in-batches.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

export type SaleFilter = { search: string; from?: CivilDate | undefined; to?: CivilDate | undefined }

/** Sales with the name of who bought and whether they were taken back. */
const sales = (tx: ReadTx) =>
  tx
    .selectFrom('sales')
    .leftJoin('sale_customers', 'sale_customers.sale_id', 'sales.id')
    .leftJoin('sales as counter', 'counter.voids_sale_id', 'sales.id')
    .selectAll('sales')
    .select([
      sql<string>`coalesce(sale_customers.customer_name, '')`.as('customer_name'),
      sql<boolean>`counter.id is not null`.as('is_voided'),
    ])

export type SaleView = Awaited<ReturnType<typeof saleById>> & {}

export const saleById = (tx: ReadTx, id: string) => sales(tx).where('sales.id', '=', id).executeTakeFirst()

/** The number in `2080`, `002080`, `#2080` or `Receipt 002080`, as receipts have it on paper and on the screen. */
const numberIn = (search: string) => /^(?:receipt\s*)?#?\s*0*(\d{1,15})$/i.exec(search)?.[1]

/** The sales that a search and two dates leave; a number alone is a receipt number too. */
function filtered(tx: ReadTx, { search, from, to }: SaleFilter) {
  let rows = tx.selectFrom('sales')
  if (from) rows = rows.where('sales.business_date', '>=', from)
  if (to) rows = rows.where('sales.business_date', '<=', to)
  if (search === '') return rows
  const receipt = numberIn(search)
  // Zeros in front are the paper's: a bare number finds the same texts with and without them.
  const words = receipt && /^\d+$/.test(search) ? receipt : search
  return rows.where('sales.id', 'in', ({ selectFrom }) => {
    const byText = selectFrom('sale_customers')
      .select('sale_id')
      .where(containsWords(sql.ref('search_text'), words))
    if (!receipt) return byText
    // A union, because `or` over two tables would have the database look at every sale.
    return byText.unionAll(
      selectFrom('sales').select('sales.id as sale_id').where('sales.receipt_number', '=', Number(receipt)),
    )
  })
}

/** One page, newest first. */
export async function salesPage(tx: ReadTx, filter: SaleFilter, page: { page: number; per_page: number }) {
  const ids = await filtered(tx, filter)
    .select('sales.id')
    .orderBy('sales.business_date', 'desc')
    .orderBy('sales.sold_at', 'desc')
    .orderBy('sales.id', 'desc')
    .limit(page.per_page)
    .offset((page.page - 1) * page.per_page)
    .execute()
  return salesByIds(
    tx,
    ids.map((row) => row.id),
  )
}

/** The whole filter, newest first, a batch at a time; needs a transaction. */
export const salesInBatches = (tx: ReadTx, filter: SaleFilter) =>
  inBatches(
    tx,
    filtered(tx, filter)
      .leftJoin('sale_customers', 'sale_customers.sale_id', 'sales.id')
      .select([
        sql<string>`coalesce(sale_customers.customer_name, '')`.as('customer_name'),
        'sales.treatment_text',
        'sales.total_centavos',
        'sales.business_date',
        'sales.sold_at',
      ])
      .orderBy('sales.business_date', 'desc')
      .orderBy('sales.sold_at', 'desc')
      .orderBy('sales.id', 'desc'),
  )

/** In the order of their ids. */
async function salesByIds(tx: ReadTx, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await sales(tx).where('sales.id', 'in', ids).execute()
  const place = new Map(ids.map((id, i) => [id, i]))
  return rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
}

/**
 * The number of the last receipt in the books. Sales are numbered without gaps and never rewritten: who sees the same
 * number sees the same sales.
 */
export const lastReceipt = async (tx: ReadTx): Promise<number> =>
  (await tx.selectFrom('receipt_counter').select('last_number').executeTakeFirstOrThrow()).last_number

export type Sums = { transaction_count: number; total_centavos: number; active_customers: number }

/** The sums over the whole filter. Money that was taken back counts against it. */
export const sumsOf = (tx: ReadTx, filter: SaleFilter): Promise<Sums> =>
  filtered(tx, filter)
    .select([
      sql<number>`count(*)`.as('transaction_count'),
      sql<number>`coalesce(sum(total_centavos), 0)::bigint`.as('total_centavos'),
      sql<number>`count(distinct client_id)`.as('active_customers'),
    ])
    .executeTakeFirstOrThrow()

export const linesOf = (tx: ReadTx, saleIds: string[]) =>
  saleIds.length === 0
    ? []
    : tx.selectFrom('sale_lines').selectAll().where('sale_id', 'in', saleIds).orderBy('position').execute()

export const addOnsOf = (tx: ReadTx, saleIds: string[]) =>
  saleIds.length === 0
    ? []
    : tx.selectFrom('sale_add_ons').selectAll().where('sale_id', 'in', saleIds).orderBy('position').execute()

/** How often a receipt came out, and when last. */
export const printsOf = (tx: ReadTx, saleId: string) =>
  tx
    .selectFrom('receipt_prints')
    .select([sql<number>`count(*)`.as('print_count'), sql<Date | null>`max(printed_at)`.as('last_printed_at')])
    .where('sale_id', '=', saleId)
    .executeTakeFirstOrThrow()

/** The sale of a client's own, whoever else may read it. */
export const isSaleOf = async (tx: ReadTx, saleId: string, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom('sales')
    .innerJoin('clients', 'clients.id', 'sales.client_id')
    .select('sales.id')
    .where('sales.id', '=', saleId)
    .where('clients.user_id', '=', userId)
    .executeTakeFirst()) !== undefined

const salesOfUser = (tx: ReadTx, userId: string) =>
  tx
    .selectFrom('sales')
    .innerJoin('clients', 'clients.id', 'sales.client_id')
    .where('clients.user_id', '=', userId)
    .where('sales.voids_sale_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sales as counter')
            .select('counter.id')
            .where(sql<SqlBool>`counter.voids_sale_id = sales.id`),
        ),
      ),
    )

/** What a person bought, newest first; voided sales have gone. */
export const ownSalesPage = (tx: ReadTx, userId: string, page: { page: number; per_page: number }) =>
  salesOfUser(tx, userId)
    .select(['sales.id', 'sales.receipt_number', 'sales.sold_at', 'sales.total_centavos', 'sales.payment_method'])
    .orderBy('sales.sold_at', 'desc')
    .orderBy('sales.id', 'desc')
    .limit(page.per_page)
    .offset((page.page - 1) * page.per_page)
    .execute()

export const countOwnSales = async (tx: ReadTx, userId: string): Promise<number> =>
  (
    await salesOfUser(tx, userId)
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow()
  ).total

/** The kept totals of two days; a day without sales has no row. */
export const totalsOfDays = (tx: ReadTx, days: CivilDate[]) =>
  tx.selectFrom('daily_sales').selectAll().where('business_date', 'in', days).execute()
