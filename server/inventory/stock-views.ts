import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { likePattern } from '#server/db/search-conditions.ts'
import type { StockMovementKind } from '#shared/inventory/movement.ts'
import type { PageQuery } from '#shared/lib/paging.ts'

/** All batches that a product ever had, the first to expire first. */
export const batchesOf = (tx: ReadTx, productId: string) =>
  tx
    .selectFrom('stock_batches')
    .select(['id', 'code', 'expires_on', 'quantity'])
    .where('product_id', '=', productId)
    .orderBy('expires_on')
    .orderBy('code')
    .orderBy('id')
    .execute()
export type BatchRow = Awaited<ReturnType<typeof batchesOf>>[number]

/** Pieces of a batch that a sale took and that are not back on the shelf; the last taken come first. */
export const piecesTakenBy = (tx: ReadTx, saleId: string) =>
  tx
    .selectFrom('stock_movements')
    .select(['product_id', 'batch_id', sql<number>`-sum(amount)`.as('quantity')])
    .where('sale_id', '=', saleId)
    .groupBy(['product_id', 'batch_id'])
    .having(sql<number>`sum(amount)`, '<', 0)
    .orderBy('product_id')
    .orderBy(sql`max(number) filter (where kind = 'sale')`, 'desc')
    .execute()
export type TakenPieces = Awaited<ReturnType<typeof piecesTakenBy>>[number]

/** The number of suppliers that are offered when pieces are received. */
const MOST_SUPPLIERS = 200

/**
 * The suppliers of a branch by name. The suppliers of the product come first, beginning with the one that delivered
 * last.
 */
export const suppliersFor = async (tx: ReadTx, branchId: string, productId: string): Promise<string[]> => {
  const found = await tx
    .selectFrom('stock_movements')
    .select(sql<string>`(array_agg(supplier order by moved_at desc))[1]`.as('supplier'))
    .where('branch_id', '=', branchId)
    .where('supplier', 'is not', null)
    .groupBy(sql`lower(supplier)`)
    .orderBy(sql`max(number) filter (where product_id = ${productId}) desc nulls last`)
    .orderBy(sql`lower(supplier)`)
    .limit(MOST_SUPPLIERS)
    .execute()
  return found.map(({ supplier }) => supplier)
}

const movements = (tx: ReadTx) =>
  tx
    .selectFrom('stock_movements as moved')
    .innerJoin('products', 'products.id', 'moved.product_id')
    .leftJoin('stock_batches as batch', 'batch.id', 'moved.batch_id')
    .leftJoin('appointments as visit', 'visit.id', 'moved.appointment_id')
    .leftJoin('clients', 'clients.id', 'visit.client_id')
    .leftJoin('users', 'users.id', 'clients.person_id')
    .select(['moved.number', 'moved.product_id', 'moved.kind', 'moved.amount', 'moved.balance', 'moved.reason'])
    .select(['moved.unit_cost_centavos', 'moved.moved_at', 'moved.moved_by_name', 'moved.batch_id', 'moved.supplier'])
    .select(['products.name as product_name', 'products.unit_type', 'batch.code', 'batch.expires_on'])
    .select(['users.name as visitor', 'visit.appointment_date as visit_date'])

/** The movements of a product from a number on. */
export const movementsSince = (tx: ReadTx, productId: string, number: number) =>
  movements(tx)
    .where('moved.product_id', '=', productId)
    .where('moved.number', '>=', number)
    .orderBy('moved.number')
    .execute()
export type MovementRow = Awaited<ReturnType<typeof movementsSince>>[number]

export type MovementQuery = PageQuery & { product_id?: string | undefined; kind?: StockMovementKind | undefined }

/** One page of a branch's movements, newest first. */
export async function movementPage(
  tx: ReadTx,
  branchId: string,
  { page, per_page, search, product_id, kind }: MovementQuery,
) {
  let found = movements(tx).where('moved.branch_id', '=', branchId)
  if (product_id) found = found.where('moved.product_id', '=', product_id)
  if (kind) found = found.where('moved.kind', '=', kind)
  if (search !== '')
    found = found.where((where) =>
      where.or(
        (['moved.reason', 'moved.moved_by_name', 'moved.supplier', 'batch.code', 'products.name'] as const).map(
          (column) => where(column, 'ilike', likePattern(search)),
        ),
      ),
    )
  const { total } = await found
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  // Movements of one product are sorted by number alone, so that their balances are in order. Movements at the same
  // moment may have times in another order than their numbers.
  const inOrder = product_id ? found : found.orderBy('moved.moved_at', 'desc').orderBy('moved.product_id')
  const rows = await inOrder
    .orderBy('moved.number', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { rows, total }
}

/**
 * What a visit has taken from each batch and not given back, as negative amounts, in the order in which the batches
 * were used.
 */
export const takenByVisit = (tx: ReadTx, appointmentId: string) =>
  tx
    .selectFrom('stock_movements')
    .select(['product_id', 'batch_id', sql<number>`sum(amount)`.as('amount')])
    .where('appointment_id', '=', appointmentId)
    .groupBy(['product_id', 'batch_id'])
    .having(sql`sum(amount)`, '<>', 0)
    .orderBy(sql`min(number)`)
    .execute()

/** What a visit has used of each product, by name. */
export const suppliesUsedBy = (tx: ReadTx, appointmentId: string) =>
  tx
    .selectFrom('stock_movements as moved')
    .innerJoin('products', 'products.id', 'moved.product_id')
    .select(['products.id as product_id', 'products.name as product_name', 'products.unit_type'])
    .select(sql<number>`-sum(moved.amount)`.as('amount'))
    .where('moved.appointment_id', '=', appointmentId)
    .groupBy('products.id')
    .having(sql`sum(moved.amount)`, '<>', 0)
    .orderBy('products.search_text')
    .orderBy('products.id')
    .execute()

/**
 * The number of movements of a visit. It grows with each correction, so it serves as the version of the visit's
 * supplies.
 */
export const countMovementsOfVisit = async (tx: ReadTx, appointmentId: string): Promise<number> =>
  (
    await tx
      .selectFrom('stock_movements')
      .select(sql<number>`count(*)`.as('movements'))
      .where('appointment_id', '=', appointmentId)
      .executeTakeFirstOrThrow()
  ).movements

type CountedLine = { product_id: string; after_movement: number }

/**
 * For each counted product: its balance after the named movement, null if there is no such movement, and whether the
 * stock was adjusted since then.
 */
export const balancesAtCount = (tx: ReadTx, lines: readonly CountedLine[]) =>
  sql<{ product_id: string; balance: number | null; is_adjusted: boolean }>`
    select line.product_id,
      case when line.number = 0 then 0 else moved.balance end as balance,
      exists (select from stock_movements later where later.product_id = line.product_id
        and later.number > line.number and later.kind = 'adjust') as is_adjusted
    from unnest(${lines.map(({ product_id }) => product_id)}::uuid[],
        ${lines.map(({ after_movement }) => after_movement)}::integer[]) as line (product_id, number)
      left join stock_movements moved on moved.product_id = line.product_id and moved.number = line.number`.execute(tx)

/** The number of a product's last movement; 0 if it has none. */
export const lastMovementNumber = async (tx: ReadTx, productId: string): Promise<number> =>
  (
    await tx
      .selectFrom('stock_movements')
      .select(sql<number>`coalesce(max(number), 0)`.as('number'))
      .where('product_id', '=', productId)
      .executeTakeFirstOrThrow()
  ).number
