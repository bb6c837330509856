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

const movements = (tx: ReadTx) =>
  tx
    .selectFrom('stock_movements as moved')
    .innerJoin('products', 'products.id', 'moved.product_id')
    .leftJoin('stock_batches as batch', 'batch.id', 'moved.batch_id')
    .select(['moved.number', 'moved.product_id', 'moved.kind', 'moved.amount', 'moved.balance', 'moved.reason'])
    .select(['moved.unit_cost_centavos', 'moved.moved_at', 'moved.moved_by_name', 'moved.batch_id'])
    .select(['products.name as product_name', 'products.unit_type', 'batch.code', 'batch.expires_on'])

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
        (['moved.reason', 'moved.moved_by_name', 'batch.code', 'products.name'] as const).map((column) =>
          where(column, 'ilike', likePattern(search)),
        ),
      ),
    )
  const { total } = await found
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  // The numbers of one product are in the order of its balances, which times of simultaneous movements may not be.
  const inOrder = product_id ? found : found.orderBy('moved.moved_at', 'desc').orderBy('moved.product_id')
  const rows = await inOrder
    .orderBy('moved.number', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { rows, total }
}
