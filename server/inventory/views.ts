import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { containsWords, searchTerms, likePattern } from '#server/db/search-conditions.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { StockFilter } from '#shared/inventory/contract.ts'
import { addDays, type CivilDate } from '#shared/lib/manila-time.ts'
import type { PageQuery } from '#shared/lib/paging.ts'

/** The filters of the list of products. */
export type ProductQuery = PageQuery & { category_id?: string | undefined; stock?: StockFilter | undefined }

const offsetOf = ({ page, per_page }: PageQuery) => (page - 1) * per_page

const count = sql<number>`count(*)`.as('total')

type Condition = RawBuilder<SqlBool>

/** The branch whose products are read, and the date from which the days until an expiry date are counted. */
type Asked = { branchId: string; today: CivilDate }

const nextExpiry = sql<CivilDate | null>`(select min(batch.expires_on) from stock_batches batch
  where batch.product_id = products.id and batch.quantity > 0)`.as('next_expiry')

/** Who delivered a product last; null if that was never entered. */
const lastSupplier = sql<string | null>`(select moved.supplier from stock_movements moved
  where moved.product_id = products.id and moved.supplier is not null order by moved.number desc limit 1)`.as(
  'last_supplier',
)

/** True for a product with pieces that expire on this date or before it. */
const expiresBy = (date: CivilDate) => sql<SqlBool>`products.id in (select batch.product_id from stock_batches batch
  where batch.quantity > 0 and batch.expires_on <= ${date}::date)`

/** For each filter, the most days until a piece expires; -1 stands for pieces that have expired. */
const daysLeft = { expired: -1, 'expires-7': 7, 'expires-30': 30 } as const

const isLow = sql<SqlBool>`products.quantity <= products.low_stock_level`

/**
 * One condition per word: the word occurs in the name of the product or of its category. Categories are looked up
 * first, so that PostgreSQL can use the index for rare words instead of reading every product.
 */
async function wordConditions(tx: ReadTx, search: string): Promise<Condition[]> {
  const words = searchTerms(search)
  if (words.length === 0) return []
  const categories = await tx
    .selectFrom('categories')
    .select(['id', 'search_text'])
    .where((where) => where.or(words.map((word) => where('search_text', 'like', likePattern(word)))))
    .execute()
  return words.map((word) => {
    const inName = sql<SqlBool>`products.search_text like ${likePattern(word)}`
    const ids = categories.filter((category) => category.search_text.includes(word)).map(({ id }) => id)
    return ids.length === 0 ? inName : sql<SqlBool>`(${inName} or products.category_id in (${sql.join(ids)}))`
  })
}

function filteredProducts(
  tx: ReadTx,
  { branchId, today }: Asked,
  query: ProductQuery,
  conditions: readonly Condition[],
) {
  let products = tx.selectFrom('products').where('products.branch_id', '=', branchId)
  if (query.category_id) products = products.where('products.category_id', '=', query.category_id)
  if (query.stock === 'low') products = products.where(isLow)
  else if (query.stock) products = products.where(expiresBy(addDays(today, daysLeft[query.stock])))
  for (const condition of conditions) products = products.where(condition)
  return products
}

/** One page of a branch's products by name; those that expire soon are listed with the first to expire first. */
export async function productPage(tx: ReadTx, asked: Asked, query: ProductQuery) {
  const matching = filteredProducts(tx, asked, query, await wordConditions(tx, query.search))
  const rows = await matching
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .selectAll('products')
    .select(['categories.name as category_name', nextExpiry])
    .$if(query.stock !== undefined && query.stock !== 'low', (products) => products.orderBy('next_expiry'))
    .orderBy('products.search_text')
    .orderBy('products.id')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { total } = await matching.select(count).executeTakeFirstOrThrow()
  return { rows, total }
}

/** One page of a branch's products with low stock, by the supplier of their last delivery. */
export async function orderPage(tx: ReadTx, asked: Asked, query: PageQuery & { category_id?: string | undefined }) {
  const matching = filteredProducts(tx, asked, { ...query, stock: 'low' }, await wordConditions(tx, query.search))
  const rows = await matching
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .select(['products.id', 'products.name', 'products.unit_type', 'products.quantity', 'products.low_stock_level'])
    .select(['categories.name as category_name', lastSupplier])
    .select(
      sql<number | null>`coalesce((select moved.unit_cost_centavos from stock_movements moved
        where moved.product_id = products.id and moved.kind = 'receive' and moved.unit_cost_centavos is not null
        order by moved.number desc limit 1), products.cost_centavos)`.as('unit_cost_centavos'),
    )
    .orderBy('last_supplier')
    .orderBy('products.search_text')
    .orderBy('products.id')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { total } = await matching.select(count).executeTakeFirstOrThrow()
  return { rows, total }
}

/** The number of a branch's products with low stock. */
export const countLowStock = async (tx: ReadTx, branchId: string): Promise<number> =>
  (
    await tx
      .selectFrom('products')
      .select(count)
      .where('branch_id', '=', branchId)
      .where(isLow)
      .executeTakeFirstOrThrow()
  ).total

/** The numbers of a branch's products with pieces that have expired, or that expire within 7 or 30 days. */
export async function countExpiring(tx: ReadTx, { branchId, today }: Asked) {
  const by = (days: number) =>
    sql<number>`count(distinct products.id) filter (where batch.expires_on <= ${addDays(today, days)}::date)`
  return tx
    .selectFrom('stock_batches as batch')
    .innerJoin('products', 'products.id', 'batch.product_id')
    .select([
      by(daysLeft.expired).as('expired'),
      by(daysLeft['expires-7']).as('expiring_in_7_days'),
      by(daysLeft['expires-30']).as('expiring_in_30_days'),
    ])
    .where('products.branch_id', '=', branchId)
    .where('batch.quantity', '>', 0)
    .where('batch.expires_on', '<=', addDays(today, daysLeft['expires-30']))
    .executeTakeFirstOrThrow()
}

/** The products of a branch that have a price, all or those with the given ids, by name. */
export function productsWithPrice(tx: ReadTx, branchId: string, ids?: readonly string[]) {
  const products = tx
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .select(['products.id', 'products.name', 'products.barcode', 'products.quantity', 'products.unit_type'])
    .select(['products.price_centavos', 'products.cost_centavos', 'products.tax_class', 'products.senior_pwd_eligible'])
    .select(['products.category_id', 'categories.name as category_name'])
    .where('products.branch_id', '=', branchId)
    .where('products.price_centavos', 'is not', null)
    .$narrowType<{ price_centavos: number }>()
    .orderBy('products.search_text')
    .orderBy('products.id')
  return (ids === undefined ? products : products.where('products.id', 'in', ids)).execute()
}

export const findProduct = (tx: ReadTx, id: string) =>
  tx
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .selectAll('products')
    .select(['categories.name as category_name', nextExpiry])
    .where('products.id', '=', id)
    .executeTakeFirst()

/** Products of a branch whose names contain the words, for a form that lists what was used. */
export async function supplyChoices(tx: ReadTx, branchId: string, search: string, limit: number) {
  let products = tx.selectFrom('products').where('branch_id', '=', branchId)
  for (const word of searchTerms(search)) products = products.where('search_text', 'like', likePattern(word))
  return products.select(['id', 'name', 'unit_type']).orderBy('search_text').orderBy('id').limit(limit).execute()
}

/** The names of the services that use up a product and are not deleted. */
export const servicesUsing = async (tx: ReadTx, productId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('service_supplies as supply')
      .innerJoin('services', 'services.id', 'supply.service_id')
      .innerJoin('treatments', 'treatments.id', 'services.treatment_id')
      .select('services.name')
      .where('supply.product_id', '=', productId)
      .where('services.deleted_at', 'is', null)
      .where('treatments.deleted_at', 'is', null)
      .orderBy('services.search_text')
      .execute()
  ).map(({ name }) => name)

/** A product that is known to exist. */
export async function productById(tx: ReadTx, id: string) {
  const row = await findProduct(tx, id)
  if (!row) throw new Error(`product ${id} is missing`)
  return row
}

/** A category with the number of its products. */
const categoriesWithCount = (tx: ReadTx) =>
  tx
    .selectFrom('categories')
    .selectAll()
    .select((select) =>
      select
        .selectFrom('products')
        .select(sql<number>`count(*)`.as('n'))
        .whereRef('products.category_id', '=', 'categories.id')
        .$asScalar()
        .$notNull()
        .as('product_count'),
    )

/** One page of categories by name. */
export async function categoryPage(tx: ReadTx, query: PageQuery) {
  const matches = containsWords(sql.ref('search_text'), query.search)
  const rows = await categoriesWithCount(tx)
    .where(matches)
    .orderBy('search_text')
    .orderBy('id')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { total } = await tx.selectFrom('categories').where(matches).select(count).executeTakeFirstOrThrow()
  return { rows, total }
}

export const categoryById = (tx: ReadTx, id: string) =>
  categoriesWithCount(tx).where('id', '=', id).executeTakeFirstOrThrow()

/** The name of a category; null if it was deleted. */
export const categoryName = async (tx: ReadTx, id: string): Promise<string | null> =>
  (await tx.selectFrom('categories').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null

/** The category of this name, regardless of case. */
export const categoryNamed = (tx: ReadTx, name: string) =>
  tx
    .selectFrom('categories')
    .select(['id', 'name'])
    .where(sql<SqlBool>`lower(name) = lower(${name})`)
    .executeTakeFirst()

/** The products of a branch with one of these names in lower case, for comparing an imported file with the stock. */
export const productsNamed = (tx: ReadTx, branchId: string, names: readonly string[]) =>
  tx
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .select(['products.id', 'products.name', 'categories.name as category_name'])
    .where('products.branch_id', '=', branchId)
    .where(sql<SqlBool>`lower(products.name) = any(${names}::text[])`)
    .execute()
