import { sql, type SqlBool } from 'kysely'
import { containsWords } from '#server/db/contains-words.ts'
import { containing } from '#server/db/like-pattern.ts'
import type { Tx } from '#server/db/pool.ts'
import { searchable } from '#shared/lib/names.ts'
import type { PageQuery } from '#shared/lib/paging.ts'

/** What the list of products is narrowed by. */
export type ProductQuery = PageQuery & { category_id?: string | undefined }

const offsetOf = ({ page, per_page }: PageQuery) => (page - 1) * per_page

const count = sql<number>`count(*)`.as('total')

/**
 * True where each word stands in the product's name or in that of its category. The categories are found first: as a
 * list of ids, both halves can be answered from an index.
 */
function holdsWords(search: string) {
  const words = [...new Set(searchable(search).split(' '))].filter((word) => word !== '')
  return words.map(
    (word) => sql<SqlBool>`(products.search_text like ${containing(word)} or products.category_id = any(
      array(select id from categories where search_text like ${containing(word)})))`,
  )
}

function found(tx: Tx, query: ProductQuery) {
  let products = tx.selectFrom('products')
  if (query.category_id) products = products.where('products.category_id', '=', query.category_id)
  for (const holdsWord of holdsWords(query.search)) products = products.where(holdsWord)
  return products
}

/** By name, a page at a time. */
export async function productPage(tx: Tx, query: ProductQuery) {
  const rows = await found(tx, query)
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .selectAll('products')
    .select('categories.name as category_name')
    .orderBy('products.search_text')
    .orderBy('products.id')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { total } = await found(tx, query).select(count).executeTakeFirstOrThrow()
  return { rows, total }
}

export const productById = (tx: Tx, id: string) =>
  tx
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .selectAll('products')
    .select('categories.name as category_name')
    .where('products.id', '=', id)
    .executeTakeFirstOrThrow()

/** A category with the number of its products. */
const counted = (tx: Tx) =>
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

/** By name, a page at a time. */
export async function categoryPage(tx: Tx, query: PageQuery) {
  const matches = containsWords(sql.ref('search_text'), query.search)
  const rows = await counted(tx)
    .where(matches)
    .orderBy('search_text')
    .orderBy('id')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { total } = await tx.selectFrom('categories').where(matches).select(count).executeTakeFirstOrThrow()
  return { rows, total }
}

export const categoryById = (tx: Tx, id: string) => counted(tx).where('id', '=', id).executeTakeFirstOrThrow()
