import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { containsWords, searchTerms, likePattern } from '#server/db/search-conditions.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { PageQuery } from '#shared/lib/paging.ts'

/** The filters of the list of products. */
export type ProductQuery = PageQuery & { category_id?: string | undefined; stock?: 'low' | undefined }

const offsetOf = ({ page, per_page }: PageQuery) => (page - 1) * per_page

const count = sql<number>`count(*)`.as('total')

type Condition = RawBuilder<SqlBool>

const isLow = sql<SqlBool>`products.quantity <= products.low_stock_level`

/**
 * One condition per word: it occurs in the product's name or in its category's. Categories are looked up first, so that
 * PostgreSQL can use the index for rare words instead of reading every product.
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

function filteredProducts(tx: ReadTx, branchId: string, query: ProductQuery, conditions: readonly Condition[]) {
  let products = tx.selectFrom('products').where('products.branch_id', '=', branchId)
  if (query.category_id) products = products.where('products.category_id', '=', query.category_id)
  if (query.stock === 'low') products = products.where(isLow)
  for (const condition of conditions) products = products.where(condition)
  return products
}

/** One page of a branch's products by name. */
export async function productPage(tx: ReadTx, branchId: string, query: ProductQuery) {
  const matching = filteredProducts(tx, branchId, query, await wordConditions(tx, query.search))
  const rows = await matching
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .selectAll('products')
    .select('categories.name as category_name')
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
    .select('categories.name as category_name')
    .where('products.id', '=', id)
    .executeTakeFirst()

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

/** The category of this name, regardless of case. */
export const categoryNamed = (tx: ReadTx, name: string) =>
  tx
    .selectFrom('categories')
    .select(['id', 'name'])
    .where(sql<SqlBool>`lower(name) = lower(${name})`)
    .executeTakeFirst()

/** The products of a branch with one of these names in lower case, for comparing a list with the supplies. */
export const productsNamed = (tx: ReadTx, branchId: string, names: readonly string[]) =>
  tx
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .select(['products.id', 'products.name', 'categories.name as category_name'])
    .where('products.branch_id', '=', branchId)
    .where(sql<SqlBool>`lower(products.name) = any(${names}::text[])`)
    .execute()
