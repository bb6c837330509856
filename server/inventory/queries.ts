import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { Categories, Products } from '#server/db/schema.ts'

// Queries for changes of single records. `lock…` reads a row and locks it until the transaction ends, so that
// concurrent changes of a record run one after the other and are logged in that order.

export const lockProduct = (tx: Tx, id: string) =>
  tx.selectFrom('products').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks products in the order of their ids; deleted ones are missing in the result. */
export const lockProducts = (tx: Tx, ids: readonly string[]) =>
  tx.selectFrom('products').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()

export const insertProduct = (tx: Tx, row: Insertable<Products>) => tx.insertInto('products').values(row).execute()

export const updateProduct = (tx: Tx, id: string, values: Updateable<Products>) =>
  tx.updateTable('products').set(values).where('id', '=', id).execute()

export const deleteProduct = (tx: Tx, id: string) => tx.deleteFrom('products').where('id', '=', id).execute()

export const lockCategory = (tx: Tx, id: string) =>
  tx.selectFrom('categories').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertCategory = (tx: Tx, row: Insertable<Categories>) => tx.insertInto('categories').values(row).execute()

export const updateCategory = (tx: Tx, id: string, values: Updateable<Categories>) =>
  tx.updateTable('categories').set(values).where('id', '=', id).execute()

export const deleteCategory = (tx: Tx, id: string) => tx.deleteFrom('categories').where('id', '=', id).execute()

/** Deletes a category if it has no products and nobody has renamed it. */
export const deleteEmptyCategory = (tx: Tx, id: string) =>
  tx
    .deleteFrom('categories')
    .where('id', '=', id)
    .where('version', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('products').select('id').whereRef('category_id', '=', 'categories.id'))),
    )
    .execute()

/** Locks the category against deletion while a product is added; undefined when it is deleted. */
export const lockCategoryShared = (tx: Tx, id: string) =>
  tx.selectFrom('categories').select(['id', 'name']).where('id', '=', id).forShare().executeTakeFirst()
