import type { Tx } from '#server/db/pool.ts'

const COLUMNS = ['products.id', 'products.name', 'products.unit_type', 'products.quantity'] as const

/**
 * Locks the products that services use up and returns them with the amount of each service. All queries of this file
 * lock products in the order of their ids, so that two visits with the same products never wait for each other.
 */
export const lockSuppliesOf = (tx: Tx, serviceIds: readonly string[]) =>
  tx
    .selectFrom('service_supplies as supply')
    .innerJoin('products', 'products.id', 'supply.product_id')
    .select([...COLUMNS, 'supply.amount'])
    .where('supply.service_id', 'in', serviceIds)
    .orderBy('products.id')
    .forNoKeyUpdate('products')
    .execute()

/**
 * Locks the products that were used in a visit, and the products with the ids in `further`, so that no other
 * transaction changes the stock of these products before this transaction ends.
 */
export const lockProductsOfVisit = (tx: Tx, appointmentId: string, further: readonly string[]) =>
  tx
    .selectFrom('products')
    .select([...COLUMNS])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb(
          'products.id',
          'in',
          selectFrom('stock_movements').select('product_id').where('appointment_id', '=', appointmentId),
        ),
        ...(further.length === 0 ? [] : [eb('products.id', 'in', further)]),
      ]),
    )
    .orderBy('products.id')
    .forNoKeyUpdate()
    .execute()
export type LockedProduct = Awaited<ReturnType<typeof lockProductsOfVisit>>[number]
